; Runs of the indices of a result that read neighbouring elements, which pieces across ranks copy.

;; obligation read-run-MODE
;; program readRun-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; The run that begins at `index` and ends before `end`, of an axis of at most 2^61 elements without
; interior pad.
(assert (and (< 0 dilated) (<= dilated 2305843009213693952)))
(assert (and (<= 0 index) (< index end) (is-number (- low)) (is-number (- index low)) (is-number (- end low))))
(declare-const i Int)
(assert (and (<= index i) (< i (+ index out.count))))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
;; goal its indices read the padding value where the rule does
(= out.filled (not (has-MODE j dilated)))
;; goal they read the elements of the rule, one after the other
(=> (not out.filled) (= (+ out.element (ite (= out.direction 0) 0 (* out.direction (- i index)))) (reads-MODE j dilated m)))
;; goal these are in bounds
(=> (not out.filled) (inside (reads-MODE j dilated m) dilated))
;; goal the step is 1, -1 or 0
(<= (- 1) out.direction 1)

;; obligation read-run-extent-MODE
;; program readRun-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(assert (and (< 0 dilated) (<= dilated 2305843009213693952)))
(assert (and (<= 0 index) (< index end) (is-number (- low)) (is-number (- index low)) (is-number (- end low))))
;; goal no division is undefined
defined
;; goal it begins at the index, has one at least, and ends before the end
(and (= out.first index) (< 0 out.count) (= out.next (+ index out.count)) (<= out.next end))

;; obligation read-run-interior-MODE
;; program interiorReadRun-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign next unit
; The same with interior pad, of `extent` elements that are `step` apart: of the run of positions, of
; which read-run-MODE says what they are, those that have an element. Number t of them.
(declare-const extent Int)
(assert (and (< 0 extent) (<= 1 step) (<= dilated 2305843009213693952)))
; quotient (- extent 1) step
(assert (= dilated (+ (times (- extent 1) step) 1)))
(assert (and (<= 0 index) (< index end) (is-number (- low)) (is-number (- index low)) (is-number (- end low))))
(assert (and (<= (- 1) out.position-direction 1) (inside out.position-element dilated)))
(declare-const t Int)
; quotient t step
(assert (and (sum out.element t step) (difference out.element t step)))
(define-fun is-one () Bool (or out.filled (= out.direction 0)))
(define-fun number-t () Int (+ out.first (ite is-one t (times t step))))
; What index i of the run reads.
(declare-const i Int)
(assert (and (<= index i) (< i out.next)))
(define-fun along ((direction Int) (distance Int)) Int
  (ite (= direction 0) 0 (ite (= direction 1) distance (- distance))))
(define-fun position () Int (+ out.position-element (along out.direction (- i index))))
(assert (=> (not out.filled) (inside position dilated)))
(declare-const e Int)
; quotient e step
;; goal it ends where that of positions ends, and goes the same way
(and (= out.next out.position-next) (= out.direction out.position-direction) (= out.filled out.position-filled))
;; goal its elements are `step` apart, unless it is one, or the padding value
(= out.stride (ite is-one 1 step))
;; goal it has each index of a run of the padding value
(=> out.filled (and (= out.first index) (= out.count (- out.next index))))
;; goal each of its indices is in the run, and is one of an element
(=> (inside t out.count) (and (<= index number-t) (< number-t out.next)))
;; goal it reads its element
(=> (and (not out.filled) (inside t out.count) (= i number-t))
    (= position (times (+ out.element (along out.direction t)) step)))
;; goal an index that reads one is among them
(=> (and (not out.filled) (= position (times e step))
         (= t (ite (= out.direction 0) (- i out.first) (along out.direction (- e out.element)))))
    (and (inside t out.count) (= i number-t)))

;; obligation run-in-piece
;; program runIn
;; lemmas order sign
; A run as far as its elements lie in a piece, which has the first one of them. Number t is in it.
(assert (and (<= (- 1) direction 1) (<= 0 count) (<= 1 stride) (<= 0 first behind)))
(assert (and (<= 0 begin) (is-number (+ begin size)) (inside (- element begin) size)))
; quotient count stride
(assert (is-number (+ first (times count stride))))
(declare-const t Int)
(assert (inside t count))
(define-fun its-element () Int (+ element (ite (= direction 0) 0 (ite (= direction 1) t (- t)))))
;; goal the part has no more than the run
(<= 0 out.count count)
;; goal it has those that the piece has
(=> (<= filled 0) (= (< t out.count) (inside (- its-element begin) size)))
;; goal it ends where the first one is that it has not, or with the run
(= out.next (ite (< out.count count) (+ first (times out.count stride)) behind))
;; goal all of a run of the padding value is in it
(=> (> filled 0) (= out.count count))

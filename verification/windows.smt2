; What the indices [begin, begin + size) of a result read, which a rank makes, as a window of the
; source, and the pads that make them of it. In mode wrap the first element comes behind the last one.

;; obligation window-MODE
;; program window-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign difference next
; The axis has at most 2^61 elements, which lib/Ranks checks. Positions of the result fit.
(assert (and (< 0 extent) (<= extent 2305843009213693952)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const i Int)
(assert (and (<= begin i) (< i (+ begin size))))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE extent)
(assert (euclid-of j k m (period-MODE extent)))
(define-fun element () Int (reads-MODE j extent m))
; The index in the pad of the window.
(define-fun j2 () Int (- (- i begin) out.low))
(declare-const k2 Int)
(declare-const m2 Int)
; quotient k2 (period-MODE out.size)
; The first index has k0 whole periods before it.
(declare-const k0 Int)
(declare-const m0 Int)
; quotient k0 (period-MODE extent)
; quotient (- k k0) (period-MODE extent)
(assert (euclid-of (- begin low) k0 m0 (period-MODE extent)))
(assert (=> (> out.size 0) (euclid-of j2 k2 m2 (period-MODE out.size))))
(define-fun place () Int (+ out.begin (reads-MODE j2 out.size m2)))
;; goal no division is undefined
defined
;; goal the window is in bounds
(and (<= 0 out.begin extent) (<= 0 out.size extent)
     (=> (distinct (period-MODE extent) extent) (<= (+ out.begin out.size) extent)))
;; goal it has the element that an index reads
(=> (has-MODE j extent)
  (or (inside (- element out.begin) out.size) (inside (- (+ element extent) out.begin) out.size)))
;; goal the pads give the size
(= (+ out.low out.size out.high) size)
;; goal an index reads the same element of the window
(and (= (has-MODE j extent) (has-MODE j2 out.size))
     (=> (has-MODE j extent) (or (= place element) (= place (+ element extent)))))

;; obligation window-none-MODE
;; program window-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Of a piece without an index, or of an axis without elements.
(assert (and (<= 0 extent 2305843009213693952) (or (<= size 0) (= extent 0))))
;; goal the window has no element, and begins with the axis
(= out.begin out.size 0)

;; obligation window-interior-MODE
;; program interiorWindow-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign next
; The window of a source with interior pad, of `extent` elements that are `step` apart.
; quotient extent step
(assert (and (< 0 extent) (<= 1 step) (<= dilated 2305843009213693952)))
; quotient (- extent 1) step
(assert (= dilated (+ (times (- extent 1) step) 1)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const i Int)
(assert (and (<= begin i) (< i (+ begin size))))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
; Index i reads element e, if any.
(declare-const e Int)
; quotient e step
(define-fun reads () Bool (and (has-MODE j dilated) (inside e extent) (= (reads-MODE j dilated m) (times e step))))
;; goal no division is undefined
defined
;; goal the window is in bounds
(and (<= 0 out.begin extent) (<= 0 out.size extent)
     (=> (distinct (period-MODE dilated) dilated) (<= (+ out.begin out.size) extent)))
;; goal it has the element that an index reads
(=> reads (or (inside (- e out.begin) out.size) (inside (- (+ e extent) out.begin) out.size)))

;; obligation reader-window-MODE
;; program readerWindow-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign next
; The indices of a result of `padded` elements that read the elements [begin, begin + size) of an axis.
(assert (and (< 0 dilated) (<= dilated 2305843009213693952) (<= 0 padded) (is-number (- low)) (is-number (- padded low))))
(assert (and (<= 0 begin) (<= 0 size) (<= (+ begin size) dilated)))
(declare-const i Int)
(assert (inside i padded))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun reads () Bool (and (has-MODE j dilated) (inside (- (reads-MODE j dilated m) begin) size)))
; Whole periods before the last index, if that is a negative position.
(define-fun turned () Int (- (- 1) quotient2))
; quotient turned (period-MODE dilated)
;; goal no division is undefined
defined
;; goal the window is in the result
(and (<= 0 out.size padded) (=> (< 0 out.size) (inside out.begin padded)))
;; goal a window without an index begins with the result
(=> (= out.size 0) (= out.begin 0))
;; goal only in mode wrap, it goes around the end
(=> (distinct (period-MODE dilated) dilated) (<= (+ out.begin out.size) padded))
;; goal it has each reader
(=> reads (or (inside (- i out.begin) out.size) (inside (- (+ i padded) out.begin) out.size)))
;; goal its first index is a reader
(=> (and (< 0 out.size) (= i out.begin)) reads)
;; goal its last index is a reader
(=> (and (< 0 out.size) (= i (ite (<= (+ out.begin out.size) padded) (- (+ out.begin out.size) 1)
                                  (- (+ out.begin out.size) 1 padded)))) reads)

;; obligation reader-window-interior-MODE
;; program interiorReaderWindow-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; The same with interior pad, of `extent` elements that are `step` apart, one of which is element e:
; their readers are those of their positions, of which `reader-window-MODE` says what they are.
(declare-const extent Int)
(assert (and (< 0 extent) (is-number extent) (<= 1 step) (<= 0 dilated 2305843009213693952)))
; quotient (- extent 1) step
(assert (= dilated (+ (times (- extent 1) step) 1)))
(assert (and (<= 0 padded) (is-number (- low)) (is-number (- padded low))))
(assert (and (<= 0 begin) (< 0 size) (<= (+ begin size) extent)))
(declare-const e Int)
(assert (inside (- e begin) size))
; quotient e step
;; goal no division is undefined
defined
;; goal the positions of the elements are in bounds
(<= 0 out.first (times e step) out.last (- dilated 1))
;; goal they are read by the window of these positions
(and (= out.begin out.position-begin) (= out.size out.position-size))

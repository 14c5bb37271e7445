; Rewrites of pads. Those of `rewrite.MODE.NAME` are read from the IR that the rewrite emits; the
; others, of numbers that are known, state the conditions of the C++ once more.

;; obligation rewrite-slice-MODE
;; program rewrite.MODE.slice
;; modes constant edge reflect symmetric wrap
;; lemmas
(assert (and (valid-extent extent low high) (<= 0 offset) (<= 0 size)))
(assert (<= (+ offset size) (most 0 (+ low extent high))))
(declare-const i Int)
(assert (inside i size))
;; goal the pad has the extent of the slice, as it is computed
(= (most 0 (wrap (+ out.low (wrap (+ extent out.high))))) size)
;; goal it reads the position that the slice reads
(= (- i out.low) (- (+ i offset) low))

;; obligation rewrite-shrink-MODE
;; program rewrite.MODE.shrink
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(assert (and (< 0 extent) (valid-extent extent low high) (in-limit low (limit-MODE extent))
             (in-limit high (limit-MODE extent))))
(declare-const i Int)
(assert (and (<= 0 i) (< i (+ low extent high))))
(define-fun j1 () Int (- i low))
(define-fun j2 () Int (- i out.low))
(declare-const k1 Int)
(declare-const m1 Int)
(declare-const k2 Int)
(declare-const m2 Int)
; quotient k1 (period-MODE extent)
; quotient k2 (period-MODE out.size)
(assert (euclid-of j1 k1 m1 (period-MODE extent)))
(assert (=> (> out.size 0) (euclid-of j2 k2 m2 (period-MODE out.size))))
;; goal the window is in bounds
(and (<= 0 out.offset) (<= 0 out.size) (<= (+ out.offset out.size) extent))
;; goal the pads give the same extent
(= (+ out.low out.size out.high) (+ low extent high))
;; goal the same element is read
(and (= (has-MODE j1 extent) (has-MODE j2 out.size))
     (=> (has-MODE j1 extent)
       (= (reads-MODE j1 extent m1) (+ out.offset (reads-MODE j2 out.size m2)))))

;; obligation rewrite-shrink-extent-MODE
;; program rewrite.MODE.shrink
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; Also where the result or the source has no element.
(assert (and (<= 0 extent) (valid-extent extent low high) (in-limit low (limit-MODE extent))
             (in-limit high (limit-MODE extent))))
;; goal the pads give the same extent
(= (most 0 (+ out.low out.size out.high)) (most 0 (+ low extent high)))

;; obligation rewrite-shrink-bounds-MODE
;; program rewrite.MODE.shrink
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits.
;; goal no division is undefined
defined
;; goal the window is in bounds, and does not start behind the last element
(and (<= 0 out.offset) (<= 0 out.size) (<= (+ out.offset out.size) extent)
     (< out.offset (most 1 extent)))

;; obligation rewrite-crop
;; program rewrite.constant.crop
;; lemmas
(assert (valid-extent extent low high))
(define-fun padded () Int (most 0 (+ low extent high)))
(declare-const i Int)
(assert (inside i padded))
(define-fun j () Int (- i low))
;; goal the slice of the source is in bounds, and does not start behind the last element
(and (<= 0 out.offset) (<= 0 out.size) (<= (+ out.offset out.size) extent)
     (< out.offset (most 1 extent)))
;; goal the pads give the same extent, and crop nothing
(and (= (+ out.low out.size out.high) padded) (<= 0 out.low) (<= 0 out.high))
;; goal the same element is read, or the padding value
(and (= (inside j extent) (inside (- i out.low) out.size))
     (=> (inside j extent) (= j (+ out.offset (- i out.low)))))

;; obligation add-pads-constant
;; program none
;; lemmas
; A pad by l1 and h1, and one of the same mode and value by l2 and h2.
(declare-const D Int)
(declare-const l1 Int)
(declare-const h1 Int)
(declare-const l2 Int)
(declare-const h2 Int)
(assert (and (is-number D) (is-number l1) (is-number h1) (is-number l2) (is-number h2)))
(define-fun inner () Int (most 0 (+ l1 D h1)))
(define-fun outer () Int (most 0 (+ l2 inner h2)))
(assert (and (valid-extent D l1 h1) (valid-extent inner l2 h2) (valid-extent D (+ l1 l2) (+ h1 h2))))
; What `canAddPads` asks for.
(assert (or (and (<= l2 0) (<= h2 0))
            (and (or (<= l2 0) (<= 0 l1)) (or (<= h2 0) (<= 0 h1))
                 (or (and (<= 0 l1) (<= 0 h1)) (< 0 inner)))))
(declare-const i Int)
(assert (inside i outer))
(define-fun j () Int (- i l2))
(define-fun j1 () Int (- (reads-constant j inner 0) l1))
(define-fun both () Int (- i (+ l1 l2)))
;; goal one pad by the sums has the same extent
(= (most 0 (+ l1 l2 D h1 h2)) outer)
;; goal it reads the source where the two pads do
(= (has-constant both D) (and (has-constant j inner) (has-constant j1 D)))
;; goal it reads the same element
(=> (has-constant both D) (= (reads-constant both D 0) (reads-constant j1 D 0)))

;; obligation add-pads-edge
;; program none
;; lemmas
; A pad by l1 and h1, and one of the same mode and value by l2 and h2.
(declare-const D Int)
(declare-const l1 Int)
(declare-const h1 Int)
(declare-const l2 Int)
(declare-const h2 Int)
(assert (and (is-number D) (is-number l1) (is-number h1) (is-number l2) (is-number h2)))
(define-fun inner () Int (most 0 (+ l1 D h1)))
(define-fun outer () Int (most 0 (+ l2 inner h2)))
(assert (and (valid-extent D l1 h1) (valid-extent inner l2 h2) (valid-extent D (+ l1 l2) (+ h1 h2))))
; C6.
(assert (and (=> (< 0 inner) (< 0 D)) (=> (< 0 outer) (< 0 inner))))
; What `canAddPads` asks for.
(assert (or (and (<= l2 0) (<= h2 0))
            (and (or (<= l2 0) (<= 0 l1)) (or (<= h2 0) (<= 0 h1))
                 (or (and (<= 0 l1) (<= 0 h1)) (< 0 inner)))))
(declare-const i Int)
(assert (inside i outer))
(define-fun j () Int (- i l2))
(define-fun j1 () Int (- (reads-edge j inner 0) l1))
(define-fun both () Int (- i (+ l1 l2)))
;; goal one pad by the sums has the same extent
(= (most 0 (+ l1 l2 D h1 h2)) outer)
;; goal it reads the source where the two pads do
(= (has-edge both D) (and (has-edge j inner) (has-edge j1 D)))
;; goal it reads the same element
(=> (has-edge both D) (= (reads-edge both D 0) (reads-edge j1 D 0)))

;; obligation crop-of-pad-MODE
;; program none
;; modes constant edge reflect symmetric wrap
;; lemmas
; A pad by l1 and h1 in any mode, of which an outer pad crops.
(declare-const D Int)
(declare-const l1 Int)
(declare-const h1 Int)
(declare-const l2 Int)
(declare-const h2 Int)
(assert (and (is-number D) (is-number l1) (is-number h1) (is-number l2) (is-number h2)))
(define-fun inner () Int (most 0 (+ l1 D h1)))
(define-fun outer () Int (most 0 (+ l2 inner h2)))
(assert (and (valid-extent D l1 h1) (valid-extent inner l2 h2) (<= l2 0) (<= h2 0)))
(declare-const i Int)
(assert (inside i outer))
;; goal one pad by the sums has the same extent
(= (most 0 (+ l1 l2 D h1 h2)) outer)
;; goal the index is one of the inner pad, and reads the position of the sum
(and (inside (- i l2) inner) (= (- (- i l2) l1) (- i (+ l1 l2))))

;; obligation unsliced-MODE
;; program none
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; A pad by l and h of the elements [offset, offset + size) of D, and one of all D elements.
(declare-const D Int)
(declare-const offset Int)
(declare-const size Int)
(declare-const l Int)
(declare-const h Int)
(assert (and (is-number D) (is-number l) (is-number h)))
(assert (and (<= 0 offset) (< 0 size) (<= (+ offset size) D) (valid-extent size l h)))
(define-fun after () Int (- D size offset))
(define-fun one-end () Bool (< (period-MODE 4) 4))
(define-fun mirrors () Bool (< 4 (period-MODE 4)))
; What `getUnslicedAxis` asks for: a side that extends has nothing hidden behind it and is not
; periodic, which mode wrap always is.
(assert (or (<= l 0) (and (= offset 0) (or one-end mirrors) (<= l (limit-MODE size)))))
(assert (or (<= h 0) (and (= after 0) (or one-end mirrors) (<= h (limit-MODE size)))))
(define-fun low () Int (- l offset))
(define-fun high () Int (- h after))
(assert (and (is-number low) (is-number high) (valid-extent D low high)))
(declare-const i Int)
(assert (inside i (most 0 (+ l size h))))
(define-fun j1 () Int (- i l))
(define-fun j2 () Int (- i low))
(declare-const k1 Int)
(declare-const m1 Int)
(declare-const k2 Int)
(declare-const m2 Int)
; quotient k1 (period-MODE size)
; quotient k2 (period-MODE D)
(assert (and (euclid-of j1 k1 m1 (period-MODE size)) (euclid-of j2 k2 m2 (period-MODE D))))
;; goal the pad of all has the same extent
(= (+ low D high) (+ l size h))
;; goal it reads the source where the pad of the slice does
(= (has-MODE j1 size) (has-MODE j2 D))
;; goal it reads the same element
(=> (has-MODE j1 size) (= (+ offset (reads-MODE j1 size m1)) (reads-MODE j2 D m2)))

;; obligation missed-MODE
;; program none
;; modes constant
;; lemmas
; A window of mode constant that lies beside the source has padding values only.
(declare-const D Int)
(declare-const l Int)
(declare-const h Int)
(assert (and (is-number D) (is-number l) (is-number h) (valid-extent D l h)))
(assert (or (<= (+ D l) 0) (<= (+ D h) 0)))
(declare-const i Int)
(assert (inside i (most 0 (+ l D h))))
;; goal no index reads the source
(not (has-MODE (- i l) D))

; Positions. MODE stands for each mode in turn.

;; obligation position-MODE
;; program position-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; Position j of any axis, a position that fits 64 bits: whether by pads in the limits of C5, periodic
; or neither.
(assert (<= 0 dilated))
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (=> (> dilated 0) (euclid-of j k m (period-MODE dilated))))
;; goal it reads the source where the rule does
(= out.has (has-MODE j dilated))
;; goal it reads the element of the rule
(=> out.has (= out.index (reads-MODE j dilated m)))
;; goal so does the map of an axis that is never empty
(=> (and out.has (> dilated 0)) (= out.full-index (reads-MODE j dilated m)))

;; obligation near-MODE
;; program position-MODE
;; modes edge reflect symmetric wrap
;; lemmas order mirror sign
; Position j of an axis that has more elements than either pad.
(define-fun j () Int (- index low))
(assert (is-number j))
(assert (< (- dilated) j (- (* 2 dilated) 1)))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
;; goal it reads the element of the rule
(= out.near-index (reads-MODE j dilated m))

;; obligation bounds-MODE
;; program position-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, valid or not, with positions that wrap around.
(assert (<= 0 dilated))
;; goal no division is undefined
defined
;; goal what it reads is in bounds
(=> out.has (inside out.index dilated))

;; obligation full-bounds-MODE
;; program position-MODE
;; modes edge reflect symmetric wrap
;; lemmas order sign
(assert (< 0 dilated))
;; goal the map of an axis that is never empty reads in bounds
(inside out.full-index dilated)

;; obligation interior-MODE
;; program interior-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; The same with interior pad, of an axis of d elements that are `interior + 1` apart; `e` elements
; lie before position j or at it, and `f` positions from there to j.
(declare-const d Int)
(declare-const spacing Int)
(assert (and (<= 0 d) (is-number d)))
(assert (and (<= 1 spacing) (<= spacing 9223372036854775808)))
(assert (= step (wrap spacing)))
; quotient (- d 1) spacing
(assert (= dilated (ite (= d 0) 0 (+ (times (- d 1) spacing) 1))))
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (=> (> dilated 0) (euclid-of j k m (period-MODE dilated))))
(declare-const e Int)
(declare-const f Int)
; quotient e spacing
(assert (=> (has-MODE j dilated) (euclid-of (reads-MODE j dilated m) e f spacing)))
;; goal it reads the source where the rule does
(= out.has (and (has-MODE j dilated) (= f 0)))
;; goal it reads the element of the rule
(=> out.has (= out.index e))
;; goal that element exists
(=> out.has (inside e d))

;; obligation interior-bounds-MODE
;; program interior-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
(declare-const d Int)
(declare-const spacing Int)
(assert (and (<= 0 d) (is-number d)))
(assert (and (<= 1 spacing) (<= spacing 9223372036854775808)))
(assert (= step (wrap spacing)))
; quotient (- d 1) spacing
(assert (= dilated (ite (= d 0) 0 (+ (times (- d 1) spacing) 1))))
;; goal no division is undefined
defined
;; goal what it reads is in bounds
(=> out.has (inside out.index d))

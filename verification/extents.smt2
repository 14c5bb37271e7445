; Extents and the limits C2, C5 and C7.

;; obligation dilated-extent
;; program extents
;; lemmas order commute sign
; What the verifier asks of an interior pad that is not negative.
(assert (<= 0 extent))
(assert (<= 0 interior))
; quotient (- extent 1) (+ interior 1)
; quotient (+ interior 1) (- extent 1)
(define-fun dilated () Int
  (ite (= extent 0) 0 (+ (times (- extent 1) (+ interior 1)) 1)))
;; goal no division is undefined
defined
;; goal what is accepted fits, and what is refused does not
(= out.valid (is-number dilated))
;; goal what is accepted is the extent of the rule
(=> out.valid (= out.dilated dilated))

;; obligation applied-interior
;; program extents
;; lemmas order commute sign
; Code that runs takes any interior pad.
(assert (<= 0 extent))
; quotient (- extent 1) (+ out.applied 1)
; quotient (+ out.applied 1) (- extent 1)
(define-fun dilated () Int
  (ite (= extent 0) 0 (+ (times (- extent 1) (+ out.applied 1)) 1)))
;; goal no division is undefined
defined
;; goal what is applied is valid, and its extent that of the rule
(and (<= 0 out.applied) (< out.applied 9223372036854775807) (is-number dilated)
     (= out.applied-dilated dilated))
;; goal a valid pad is applied as it is, unless it makes no gap
(=> (and (<= 0 interior) out.valid (> extent 1)) (= out.applied interior))
;; goal a negative pad counts as 0
(=> (< interior 0) (= out.applied 0))

;; obligation result-extent
;; program result
;; lemmas
(assert (<= 0 dilated))
(define-fun accepted () Bool (and out.high-valid out.low-valid out.sum-valid))
;; goal what is accepted fits, and what is refused does not
(= accepted
   (and (is-number (+ dilated high)) (is-number (- low)) (is-number (+ low high))
        (is-number (+ low dilated high))))
;; goal what is accepted has the extent of the rule
(=> accepted (= out.padded (most 0 (+ low dilated high))))
;; goal the extent is never negative
(<= 0 out.padded)

;; obligation positions-fit
;; program result
;; lemmas
(assert (<= 0 dilated))
(assert (and out.high-valid out.low-valid out.sum-valid))
(declare-const index Int)
(assert (inside index out.padded))
;; goal every position that is read fits, and lies in the window
(and (is-number (- index low)) (<= (- low) (- index low)) (< (- index low) (+ dilated high)))

;; obligation limit-reflect
;; program limit-reflect
;; lemmas
(assert (<= 0 dilated))
(declare-const amount Int)
(assert (is-number amount))
;; goal the limit is that of C5
(= (<= amount out.limit) (or (<= amount 0) (<= amount (- dilated 1))))

;; obligation limit-symmetric
;; program limit-symmetric
;; lemmas
(assert (<= 0 dilated))
(declare-const amount Int)
(assert (is-number amount))
;; goal the limit is that of C5
(= (<= amount out.limit) (or (<= amount 0) (<= amount dilated)))

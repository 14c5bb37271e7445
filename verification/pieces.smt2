; Pieces of an axis that lies on `parts` ranks.

;; obligation pieces
;; program pieces
;; lemmas order sign next commute
(assert (and (<= 0 extent) (< 0 parts) (inside index parts)))
; quotient parts quotient1
; quotient index quotient1
; quotient (+ index 1) quotient1
;; goal no division is undefined
defined
;; goal a piece ends where the next one begins
(= (+ out.begin out.size) out.next)
;; goal the first one begins at 0
(=> (= index 0) (= out.begin 0))
;; goal the last one ends with the axis
(=> (= (+ index 1) parts) (= (+ out.begin out.size) extent))
;; goal pieces are in bounds
(and (<= 0 out.begin) (<= 0 out.size) (<= (+ out.begin out.size) extent))

;; obligation owner
;; program owner
;; lemmas order sign next commute
(assert (and (< 0 parts) (inside element extent)))
; quotient parts quotient1
; quotient rest1 (+ quotient1 1)
; quotient (+ quotient1 1) rest1
; quotient rest1 quotient1
; quotient out.owner quotient1
; quotient parts (+ quotient1 1)
; quotient (- parts rest1) quotient1
; quotient quotient3 quotient1
(assert (and (commute quotient2 quotient1) (commute quotient2 (+ quotient1 1))
             (next (+ quotient1 1) quotient1 quotient2) (sign quotient2 quotient1)
             (sign quotient2 (+ quotient1 1))))
(assert (and (sum rest1 quotient3 quotient1) (sum rest1 (- parts rest1) quotient1)))
;; goal no division is undefined
defined
;; goal the owner is a rank
(inside out.owner parts)
;; goal it holds the element
(and (<= out.begin element) (< element (+ out.begin out.size)))

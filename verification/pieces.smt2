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

;; obligation window-parts
;; program partsIn
;; lemmas
; The elements of a window of the ring of an axis that a piece of it has. Element e, of any that there
; are, is in the window as it is, or behind the end of the axis.
(assert (and (<= 0 extent) (<= extent 2305843009213693952)))
(assert (and (<= 0 begin) (<= 0 size) (<= (+ begin size) extent)))
(assert (and (<= 0 from) (<= from extent) (<= 0 count) (<= count extent)))
(declare-const e Int)
(assert (inside e extent))
(define-fun is-held () Bool (inside (- e begin) size))
;; goal the first part has the elements of the piece before the end of the axis
(= (and is-held (inside (- e from) count)) (inside (- e out.first-begin) out.first-size))
;; goal the second part has those behind it
(= (and is-held (inside (- (+ e extent) from) count)) (inside (- e out.second-begin) out.second-size))
;; goal no element is in both
(not (and (inside (- e out.first-begin) out.first-size) (inside (- e out.second-begin) out.second-size)))
;; goal their sizes are its size
(and (<= 0 out.first-size) (<= 0 out.second-size) (= out.size (+ out.first-size out.second-size)))

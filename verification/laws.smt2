; Slices of the source and of the result.

;; obligation slice-MODE
;; program slice-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order
; Any 64 bits.
(assert (<= 0 dilated))
;; goal a slice of a pad is the pad of which the window begins later
(and (= out.has out.part-has) (= out.index out.part-index))

;; obligation hull-MODE
;; program hull-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; Index i of the result reads j1 of the source, and j2 of the window.
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
;; goal the pads give the same extent
(= (+ out.low out.size out.high) (+ low extent high))
;; goal an element is read of the window where one is read of the source
(= (has-MODE j1 extent) (has-MODE j2 out.size))
;; goal it is the same one
(=> (has-MODE j1 extent)
  (= (reads-MODE j1 extent m1) (+ out.offset (reads-MODE j2 out.size m2))))

;; obligation hull-extent-MODE
;; program hull-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; A result without elements, too.
(assert (and (< 0 extent) (valid-extent extent low high) (in-limit low (limit-MODE extent))
             (in-limit high (limit-MODE extent))))
;; goal the pads give the same extent
(= (most 0 (+ out.low out.size out.high)) (most 0 (+ low extent high)))

;; obligation hull-bounds-MODE
;; program hull-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, of a source of any extent.
(assert (<= 0 extent))
;; goal no division is undefined
defined
;; goal the window is in bounds
(and (<= 0 out.offset) (<= 0 out.size) (<= (+ out.offset out.size) extent))
;; goal it does not start behind the last element
(< out.offset (most 1 extent))

;; obligation crop
;; program crop
;; lemmas
(assert (and (valid-extent extent low high) (= padded (most 0 (+ low extent high)))))
(declare-const i Int)
(assert (and (<= 0 i) (< i padded)))
(define-fun j () Int (- i low))
;; goal the pads give the same extent
(= (+ out.low out.size out.high) padded)
;; goal pads of the window are not negative
(and (<= 0 out.low) (<= 0 out.high))
;; goal in mode constant, it reads the same
(and (= (inside j extent) (inside (- i out.low) out.size))
     (=> (inside j extent) (= j (+ out.offset (- i out.low)))))
;; goal in any mode, so does a crop without pads
(=> (and (<= low 0) (<= high 0)) (and (= out.kept-size padded) (= j (+ out.kept-offset i))))

;; obligation crop-bounds
;; program crop
;; lemmas
; Any 64 bits.
(assert (and (<= 0 extent) (<= 0 padded)))
;; goal the windows are in bounds
(and (<= 0 out.offset) (<= 0 out.size) (<= (+ out.offset out.size) extent)
     (<= 0 out.kept-offset) (<= 0 out.kept-size) (<= (+ out.kept-offset out.kept-size) extent))
;; goal they do not start behind the last element
(and (< out.offset (most 1 extent)) (< out.kept-offset (most 1 extent)))

;; obligation crop-offset
;; program cropOffset
;; lemmas
(assert (and (<= 0 size) (<= size whole)))
;; goal the window is in bounds
(and (<= 0 out.offset) (<= (+ out.offset size) whole))
;; goal it does not start behind the last element
(< out.offset (most 1 whole))
;; goal it begins where the crop ends, if that is in bounds and anything is left
(=> (and (<= low 0) (< 0 size) (<= (- size low) whole)) (= out.offset (- low)))

;; obligation in-bounds
;; program inBounds
;; lemmas
(assert (and (valid-extent extent low high) (= padded (most 0 (+ low extent high)))))
(declare-const i Int)
(assert (and (<= 0 i) (< i padded)))
(define-fun j () Int (- i low))
;; goal the indices of the range, and no others, read positions inside of the source
(= (inside j extent) (and (<= out.begin i) (< i (+ out.begin out.size))))
;; goal they read what the range says
(=> (inside j extent) (= j (+ out.source (- i out.begin))))

;; obligation in-bounds-bounds
;; program inBounds
;; lemmas
; Any 64 bits.
(assert (and (<= 0 extent) (<= 0 padded)))
;; goal the range is in bounds of the result, and what it reads of the source
(and (<= 0 out.begin) (<= out.begin padded) (<= 0 out.size) (<= (+ out.begin out.size) padded)
     (<= 0 out.source) (<= (+ out.source out.size) extent))

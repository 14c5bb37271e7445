; What every query has: 64-bit numbers as integers.
(define-fun is-number ((x Int)) Bool
  (and (<= (- 9223372036854775808) x) (<= x 9223372036854775807)))
; The signed number of which the lowest 64 bits are those of x, of at most one turn too many.
(define-fun wrap ((x Int)) Int
  (ite (> x 9223372036854775807) (- x 18446744073709551616)
    (ite (< x (- 9223372036854775808)) (+ x 18446744073709551616) x)))
(define-fun unsigned ((x Int)) Int (ite (< x 0) (+ x 18446744073709551616) x))
(define-fun least ((x Int) (y Int)) Int (ite (< x y) x y))
(define-fun most ((x Int) (y Int)) Int (ite (< x y) y x))

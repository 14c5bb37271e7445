; The lemmas: what a query may know of the products `times`, which are otherwise any function.
; Each is proved on its own, for all integers: with `times` as the product, or by the other lemmas
; that `by` names, proved before it.

; Sums and differences of multiples are multiples.
(define-fun sum ((a Int) (b Int) (p Int)) Bool
  (= (+ (times a p) (times b p)) (times (+ a b) p)))
(define-fun difference ((a Int) (b Int) (p Int)) Bool
  (= (- (times a p) (times b p)) (times (- a b) p)))
; Multiples by 0, 1 and other numbers.
(define-fun sign ((a Int) (p Int)) Bool
  (and (=> (= a 0) (= (times a p) 0))
       (=> (= a 1) (= (times a p) p))
       (=> (= a (- 1)) (= (times a p) (- p)))
       (=> (and (> p 0) (> a 1)) (>= (times a p) (+ p p)))
       (=> (and (> p 0) (< a (- 1))) (<= (times a p) (- (+ p p))))))
; Multiples of 1.
(define-fun unit ((a Int) (p Int)) Bool (=> (= p 1) (= (times a p) a)))
; A larger factor makes a multiple that is at least p larger; equal ones make equal multiples.
;; by (difference a b p) (sign (- a b) p)
(define-fun order ((a Int) (b Int) (p Int)) Bool
  (=> (> p 0)
    (and (=> (> a b) (>= (- (times a p) (times b p)) p))
         (=> (< a b) (<= (- (times a p) (times b p)) (- p))))))
; The same, exactly: that of the next factor is p larger.
;; by (difference a b p) (sign (- a b) p)
(define-fun next ((a Int) (b Int) (p Int)) Bool
  (=> (> p 0)
    (and (=> (= a (+ b 1)) (= (- (times a p) (times b p)) p))
         (=> (> a (+ b 1)) (>= (- (times a p) (times b p)) (+ p p))))))
; A multiple of p is one of the half of p.
(define-fun double ((a Int) (p Int)) Bool (= (times a (+ p p)) (times (+ a a) p)))
; Two multiples of which the factors have opposite signs.
;; by (sum a b p) (sign (+ a b) p)
(define-fun mirror ((a Int) (b Int) (p Int)) Bool
  (=> (> p 0)
    (and (=> (= (+ a b) 0) (= (+ (times a p) (times b p)) 0))
         (=> (= (+ a b) (- 1)) (= (+ (times a p) (times b p)) (- p)))
         (=> (= (+ a b) 1) (= (+ (times a p) (times b p)) p))
         (=> (> (+ a b) 1) (>= (+ (times a p) (times b p)) (+ p p)))
         (=> (< (+ a b) (- 1)) (<= (+ (times a p) (times b p)) (- (+ p p)))))))
; Factors change places.
(define-fun commute ((a Int) (p Int)) Bool (= (times a p) (times p a)))
; Every division has one quotient and one rest, and the quotient is between 0 and the dividend. A
; query declares them, so that nothing is assumed of numbers that do not exist.
(define-fun quotient ((a Int) (p Int)) Bool
  (=> (and (> p 0) (>= a 0))
    (and (= a (+ (times (div a p) p) (mod a p))) (<= 0 (mod a p)) (< (mod a p) p)
         (<= 0 (div a p)) (<= (div a p) a))))
; The same of numbers of any sign.
(define-fun euclid ((a Int) (p Int)) Bool
  (=> (> p 0)
    (and (= a (+ (times (div a p) p) (mod a p))) (<= 0 (mod a p)) (< (mod a p) p))))

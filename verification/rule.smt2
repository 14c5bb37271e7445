; The rule of docs/Semantics.md, written from its text: what position j reads of an axis of D
; elements. The modes that repeat the data take k and m, a number of whole periods and the place in
; one: the first argument of `euclid-of` is their sum. Which k and m these are is not said; that there
; are some, and no others, are the lemmas `euclid` and `order`.
(define-fun inside ((j Int) (D Int)) Bool (and (<= 0 j) (< j D)))
(define-fun euclid-of ((j Int) (k Int) (m Int) (period Int)) Bool
  (and (= j (+ (times k period) m)) (<= 0 m) (< m period)))

(define-fun period-constant ((D Int)) Int 1)
(define-fun period-edge ((D Int)) Int 1)
(define-fun period-reflect ((D Int)) Int (ite (= D 1) 1 (* 2 (- D 1))))
(define-fun period-symmetric ((D Int)) Int (* 2 D))
(define-fun period-wrap ((D Int)) Int D)

(define-fun reads-constant ((j Int) (D Int) (m Int)) Int j)
(define-fun reads-edge ((j Int) (D Int) (m Int)) Int (ite (< j 0) 0 (ite (< j D) j (- D 1))))
(define-fun reads-reflect ((j Int) (D Int) (m Int)) Int
  (ite (inside j D) j (ite (= D 1) 0 (ite (< m D) m (- (* 2 (- D 1)) m)))))
(define-fun reads-symmetric ((j Int) (D Int) (m Int)) Int
  (ite (inside j D) j (ite (< m D) m (- (* 2 D) 1 m))))
(define-fun reads-wrap ((j Int) (D Int) (m Int)) Int (ite (inside j D) j m))

; The other place in a period that reads element e; the same one if there is none.
(define-fun other-reflect ((e Int) (D Int)) Int (ite (= e 0) 0 (- (* 2 (- D 1)) e)))
(define-fun other-symmetric ((e Int) (D Int)) Int (- (* 2 D) 1 e))
(define-fun other-wrap ((e Int) (D Int)) Int e)

; Whether j reads an element, and not the padding value.
(define-fun has-constant ((j Int) (D Int)) Bool (inside j D))
(define-fun has-edge ((j Int) (D Int)) Bool (> D 0))
(define-fun has-reflect ((j Int) (D Int)) Bool (> D 0))
(define-fun has-symmetric ((j Int) (D Int)) Bool (> D 0))
(define-fun has-wrap ((j Int) (D Int)) Bool (> D 0))

; C5, of an axis that is not periodic.
(define-fun limit-constant ((D Int)) Int 9223372036854775807)
(define-fun limit-edge ((D Int)) Int 9223372036854775807)
(define-fun limit-reflect ((D Int)) Int (- D 1))
(define-fun limit-symmetric ((D Int)) Int D)
(define-fun limit-wrap ((D Int)) Int 9223372036854775807)
; C2 and C5 to C7 of an axis without interior pad.
(define-fun valid-extent ((D Int) (p Int) (q Int)) Bool
  (and (<= 0 D) (is-number (+ D q)) (is-number (- p)) (is-number (+ p D q))))
(define-fun in-limit ((amount Int) (limit Int)) Bool (or (<= amount 0) (<= amount limit)))

; Elements of one run of a border.
(define-fun span-reflect ((D Int)) Int (ite (= D 1) 1 (- D 1)))
(define-fun span-symmetric ((D Int)) Int D)
(define-fun span-wrap ((D Int)) Int D)
; Runs of a border before a number of periods.
(define-fun runs-reflect ((k Int)) Int (+ k k))
(define-fun runs-symmetric ((k Int)) Int (+ k k))
(define-fun runs-wrap ((k Int)) Int k)

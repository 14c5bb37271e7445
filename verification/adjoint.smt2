; The readers of an element, without interior pad: the indices of a result of `padded` elements that
; read `element` of `dilated` ones.

;; obligation readers-bounds-MODE
;; program readers-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, valid or not.
(assert (and (inside element dilated) (< 0 padded)))
;; goal no division is undefined
defined
;; goal the end is in the result, and no step stands still
(and (<= 0 out.end padded) (<= 1 out.step padded) (<= 1 out.next-step padded))

;; obligation readers-MODE
;; program readers-MODE
;; modes constant edge
;; lemmas
(assert (and (inside element dilated) (< 0 padded) (is-number (- low)) (is-number (- padded low))))
(declare-const i Int)
(assert (inside i padded))
(define-fun j () Int (- i low))
;; goal one after the other, they are the indices that read the element
(= (and (has-MODE j dilated) (= (reads-MODE j dilated 0) element))
   (and (<= out.first i) (< i out.end)))
;; goal each step is to the next index
(and (= out.step 1) (= out.next-step 1))

;; obligation readers-first-MODE
;; program readers-MODE
;; modes reflect symmetric wrap
;; lemmas order mirror sign next
(assert (and (inside element dilated) (< 0 padded) (is-number (- low)) (is-number (- padded low))))
(declare-const i Int)
(assert (inside i padded))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun reads () Bool (= (reads-MODE j dilated m) element))
;; goal no index before the first reader reads the element
(=> (< i (unsigned out.first)) (not reads))
;; goal the first reader does
(=> (= i (unsigned out.first)) reads)
;; goal there is no other end than that of the result
(= out.end padded)

;; obligation readers-next-MODE
;; program readers-MODE
;; modes reflect symmetric wrap
;; lemmas order mirror sign next
; From reader i to index n behind it. Readers have one of two places in a period, by turns; that of
; the first one is m0.
(assert (and (inside element dilated) (< 0 padded) (is-number (- low)) (is-number (- padded low))))
(define-fun period () Int (period-MODE dilated))
(define-fun first () Int (unsigned out.first))
(declare-const k0 Int)
(declare-const m0 Int)
; quotient k0 (period-MODE dilated)
(assert (and (< first padded) (euclid-of (- first low) k0 m0 period)))
(assert (= (reads-MODE (- first low) dilated m0) element))
(declare-const i Int)
(declare-const k1 Int)
(declare-const m1 Int)
; quotient k1 (period-MODE dilated)
(assert (and (<= first i) (< i padded) (euclid-of (- i low) k1 m1 period)))
(assert (= (reads-MODE (- i low) dilated m1) element))
(declare-const n Int)
(declare-const k2 Int)
(declare-const m2 Int)
; quotient k2 (period-MODE dilated)
(assert (and (< i n) (< n padded) (euclid-of (- n low) k2 m2 period)))
(define-fun step () Int (ite (= m1 m0) out.step out.next-step))
;; goal no index between two readers reads the element
(=> (< n (+ i step)) (not (= (reads-MODE (- n low) dilated m2) element)))
;; goal the next reader does
(=> (= n (+ i step)) (= (reads-MODE (- n low) dilated m2) element))
;; goal it has the other place, unless there is one only
(=> (= n (+ i step)) (or (= (= m2 m0) (not (= m1 m0))) (= out.step out.next-step)))

;; obligation readers-interior-MODE
;; program interiorReaders-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; With interior pad, of element `element` of d.
(declare-const d Int)
(assert (and (inside element d) (is-number d) (< 0 padded)))
(assert (and (<= 1 step) (is-number dilated)))
; quotient (- d 1) step
(assert (= dilated (+ (times (- d 1) step) 1)))
;; goal its position is that of the rule, and in bounds
(and (= out.position (times element step)) (inside out.position dilated))
;; goal its readers are those of that position
(and (= out.first out.position-first) (= out.step out.position-step)
     (= out.next-step out.position-next-step) (= out.end out.position-end))

;; obligation read-once-MODE
;; program readOnce-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
; Index i of a result that is that of valid pads, or any other.
(assert (and (< 0 extent) (<= 0 padded) (is-number (- low)) (is-number (- padded low))))
(define-fun border () Int (most low (- padded low extent)))
(assert (in-limit border (limit-MODE extent)))
(declare-const s Int)
(assert (and (<= out.begin s) (< s out.end)))
(declare-const i Int)
(assert (inside i padded))
(define-fun j () Int (- i low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE extent)
(assert (euclid-of j k m (period-MODE extent)))
;; goal such an element is read by the index that is `low` more, and by no other
(= (and (has-MODE j extent) (= (reads-MODE j extent m) s)) (= i (+ s low)))

;; obligation read-once-bounds-MODE
;; program readOnce-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas
; Any 64 bits, valid or not.
(assert (and (<= 0 extent) (<= 0 padded)))
;; goal the elements are in bounds
(and (<= 0 out.begin out.end) (<= out.end extent))
;; goal so are their readers, unless there are none
(=> (and (< out.begin out.end) (is-number (- low)))
  (and (<= 0 (+ out.begin low)) (<= (+ out.end low) padded)))

; What the lowering to scalar loops emits, after folding: the IR of one axis, from the extents and
; pads to the loads.

;; obligation scf-pads-MODE
;; program scf.MODE.pads
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(define-fun d () Int extent)
(define-fun D () Int d)
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE D)
(assert (=> (> D 0) (euclid-of j k m (period-MODE D))))
;; goal a source is read where the rule does
(= out.has (has-MODE j D))
;; goal it is the element of the rule
(=> out.has (= out.index (reads-MODE j D m)))

;; obligation scf-pads-bounds-MODE
;; program scf.MODE.pads
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, valid or not.
(define-fun d () Int extent)
;; goal no division is undefined
defined
;; goal loads and stores are in bounds
(and (=> out.has (inside out.index d)) (inside out.stored padded))

;; obligation scf-interior-MODE
;; program scf.MODE.interior
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(define-fun d () Int extent)
(define-fun spacing () Int (+ interior 1))
; C2 and C7 of the interior pad.
(assert (<= 0 interior))
; quotient (- d 1) spacing
(assert (and (commute spacing (- d 1)) (order quotient1 spacing (- d 1)) (sign spacing (- d 1))))
(define-fun D () Int (ite (= d 0) 0 (+ (times (- d 1) spacing) 1)))
(assert (and (is-number D) (< interior 9223372036854775806)))
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE D)
(assert (=> (> D 0) (euclid-of j k m (period-MODE D))))
(declare-const e Int)
(declare-const f Int)
; quotient e spacing
(assert (=> (has-MODE j D) (euclid-of (reads-MODE j D m) e f spacing)))
;; goal a source is read where the rule does
(= out.has (and (has-MODE j D) (= f 0)))
;; goal it is the element of the rule
(=> out.has (= out.index e))

;; obligation scf-interior-bounds-MODE
;; program scf.MODE.interior
;; modes constant edge reflect symmetric wrap
;; lemmas order sign commute
; Any 64 bits, valid or not.
(define-fun d () Int extent)
;; goal no division is undefined
defined
;; goal loads and stores are in bounds
(and (=> out.has (inside out.index d)) (inside out.stored padded))

;; obligation scf-static-MODE
;; program scf.MODE.static
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(define-fun d () Int 7)
(define-fun D () Int d)
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE D)
(assert (=> (> D 0) (euclid-of j k m (period-MODE D))))
;; goal a source is read where the rule does
(= out.has (has-MODE j D))
;; goal it is the element of the rule
(=> out.has (= out.index (reads-MODE j D m)))

;; obligation scf-static-bounds-MODE
;; program scf.MODE.static
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, valid or not.
(define-fun d () Int 7)
;; goal no division is undefined
defined
;; goal loads and stores are in bounds
(and (=> out.has (inside out.index d)) (inside out.stored padded))

;; obligation scf-single-MODE
;; program scf.MODE.single
;; modes constant edge reflect symmetric wrap
;; lemmas order mirror sign
(define-fun d () Int 1)
(define-fun D () Int d)
(define-fun j () Int (- index low))
(assert (is-number j))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE D)
(assert (=> (> D 0) (euclid-of j k m (period-MODE D))))
;; goal a source is read where the rule does
(= out.has (has-MODE j D))
;; goal it is the element of the rule
(=> out.has (= out.index (reads-MODE j D m)))

;; obligation scf-single-bounds-MODE
;; program scf.MODE.single
;; modes constant edge reflect symmetric wrap
;; lemmas order sign
; Any 64 bits, valid or not.
(define-fun d () Int 1)
;; goal no division is undefined
defined
;; goal loads and stores are in bounds
(and (=> out.has (inside out.index d)) (inside out.stored padded))

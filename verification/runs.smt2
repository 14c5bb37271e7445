; The runs of an axis. `extent` is that of the result, which need not be what the pads give (C4).

;; obligation data-MODE
;; program data-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas
; Positions of the result fit 64 bits.
(assert (and (<= 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(declare-const i Int)
(assert (inside i extent))
;; goal the data are the indices that read positions inside of the source
(= (inside (- i low) dilated) (and (<= out.begin i) (< i out.end)))

;; obligation data-bounds-MODE
;; program data-MODE
;; modes constant edge reflect symmetric wrap
;; lemmas
; Any 64 bits.
(assert (and (<= 0 dilated) (<= 0 extent)))
;; goal they lie in the result, and are no more than the source has
(and (<= 0 out.begin) (<= out.begin extent) (<= out.end extent)
     (<= (- out.end out.begin) dilated))

;; obligation one-run-MODE
;; program oneRun-MODE
;; modes edge reflect symmetric wrap
;; lemmas order sign
; A border that the formulas call one run.
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (inside index extent))
(define-fun j () Int (- index low))
(declare-const k Int)
(declare-const m Int)
; quotient k (period-MODE dilated)
(assert (euclid-of j k m (period-MODE dilated)))
;; goal a left run reads what the rule says
(=> (and (< index out.begin) (< j 0) out.left-run) (= out.left (reads-MODE j dilated m)))
;; goal so does a right run
(=> (and (<= out.end index) (<= dilated j) out.right-run)
  (= out.right (reads-MODE j dilated m)))

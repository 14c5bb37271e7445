; Borders that repeat the data, as runs of `span` elements each: `number` is that of one of them.

;; obligation left-border-MODE
;; program leftBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
(assert (and (<= out.first-run number) (< number out.last-run)))
(define-fun span () Int (span-MODE dilated))
; Its positions are multiples of `span`, from those that the first and the last run have.
(assert (and (mirror number quotient1 span) (mirror number quotient2 span)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
; The rule has `ahead` runs from position 0 to that of i, and the formula as many.
(define-fun ahead () Int (runs-MODE k))
(assert (double k span))
(assert (and (next number ahead span) (next ahead number span) (order number ahead span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation left-border-cover-MODE
;; program leftBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
(assert (and (<= out.first-run number) (< number out.last-run)))
(define-fun span () Int (span-MODE dilated))
; Its positions are multiples of `span`, from those that the first and the last run have.
(assert (and (mirror number quotient1 span) (mirror number quotient2 span)))
(assert (next (+ number 1) number span))
;; goal no run is empty
(< 0 out.count)
;; goal a run lies in the border
(and (<= first out.begin) (<= (+ out.begin out.count) last))
;; goal the first run begins the border
(=> (= number out.first-run) (= out.begin first))
;; goal a run ends where the next one begins, or where the border ends
(= (+ out.begin out.count) (ite (= (+ number 1) out.last-run) last out.next))

;; obligation right-border-MODE
;; program rightBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
(assert (and (<= out.first-run number) (< number out.last-run)))
(define-fun span () Int (span-MODE dilated))
; Its positions are multiples of `span`, from those that the first and the last run have.
(assert (and (order number quotient1 span) (order number quotient2 span)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
; The rule has `ahead` runs from position 0 to that of i, and the formula as many.
(define-fun ahead () Int (runs-MODE k))
(assert (double k span))
(assert (and (next number ahead span) (next ahead number span) (order number ahead span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation right-border-cover-MODE
;; program rightBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
(assert (and (<= out.first-run number) (< number out.last-run)))
(define-fun span () Int (span-MODE dilated))
; Its positions are multiples of `span`, from those that the first and the last run have.
(assert (and (order number quotient1 span) (order number quotient2 span)))
(assert (next (+ number 1) number span))
;; goal no run is empty
(< 0 out.count)
;; goal a run lies in the border
(and (<= first out.begin) (<= (+ out.begin out.count) last))
;; goal the first run begins the border
(=> (= number out.first-run) (= out.begin first))
;; goal a run ends where the next one begins, or where the border ends
(= (+ out.begin out.count) (ite (= (+ number 1) out.last-run) last out.next))

;; obligation left-border-runs-MODE
;; program leftBorder-MODE
;; modes reflect symmetric wrap
;; lemmas order sign
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
; The far end of the first run fits, too.
(assert (is-number (- dilated (- first low))))
;; goal a border that has an index has a run
(< out.first-run out.last-run)

;; obligation right-border-runs-MODE
;; program rightBorder-MODE
;; modes reflect symmetric wrap
;; lemmas order sign
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
;; goal a border that has an index has a run
(< out.first-run out.last-run)

;; obligation border-bounds-MODE
;; program rightBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
; Any 64 bits: positions that exceed 2^63, of which runs have a number of 63 bits. (Runs of one element
; may have larger ones.)
(assert (and (< 0 dilated) (<= 0 first) (< first last)))
(assert (and (<= dilated (- first low)) (<= 0 out.first-run)))
(assert (and (<= out.first-run number) (< number out.last-run)))
(define-fun span () Int (span-MODE dilated))
(assert (and (order number quotient1 span) (order number quotient2 span) (order quotient1 quotient2 span)))
;; goal no division is undefined
defined
;; goal a run lies in the border
(and (< 0 out.count) (<= first out.begin) (<= (+ out.begin out.count) last))
;; goal its elements are in bounds
(and (inside out.position dilated)
     (inside (ite out.reverse (- out.position out.count (- 1)) (+ out.position out.count (- 1))) dilated))

;; obligation no-border-MODE
;; program leftBorder-MODE
;; modes reflect symmetric wrap
;; lemmas
; Of no index, wherever it would lie.
(assert (<= 0 last first))
;; goal there is no run
(<= out.last-run out.first-run)

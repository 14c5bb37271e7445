; Borders that repeat the data, as runs of `span` elements each: `number` is that of one of them.

;; obligation left-border-MODE
;; program leftBorder-MODE
;; modes reflect symmetric
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun span () Int (span-MODE dilated))
; The rule has `ahead` runs from position 0 to that of i, and the formula as many.
(define-fun ahead () Int (+ k k))
(assert (double k span))
(define-fun turns () Int (+ quotient1 1))
(define-fun behind () Int (+ turns turns))
(assert (and (double turns span) (next turns quotient1 (+ span span)) (difference number behind span)))
(define-fun whole () Int (- number behind))
(assert (and (next whole ahead span) (next ahead whole span) (order whole ahead span)))
(assert (and (next (+ number 1) number span) (order out.first-run number span)
             (order out.last-run number span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation left-border-MODE
;; program leftBorder-MODE
;; modes wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun span () Int (span-MODE dilated))
(define-fun ahead () Int k)
(define-fun turns () Int (+ quotient1 1))
(define-fun behind () Int (+ turns turns))
(assert (and (double turns span) (next turns quotient1 (+ span span)) (difference number behind span)))
(define-fun whole () Int (- number behind))
(assert (and (next whole ahead span) (next ahead whole span) (order whole ahead span)))
(assert (and (next (+ number 1) number span) (order out.first-run number span)
             (order out.last-run number span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation left-border-cover-MODE
;; program leftBorder-MODE
;; modes reflect symmetric wrap
;; lemmas order sign next
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= (- last low) 0)))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
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
;; modes reflect symmetric
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun span () Int (span-MODE dilated))
; The rule has `ahead` runs from position 0 to that of i, and the formula as many.
(define-fun ahead () Int (+ k k))
(assert (double k span))
(define-fun behind () Int (+ quotient1 quotient1))
(assert (and (double quotient1 span) (sum number behind span)))
(define-fun whole () Int (+ number behind))
(assert (and (next whole ahead span) (next ahead whole span) (order whole ahead span)))
(assert (and (next (+ number 1) number span) (order out.first-run number span)
             (order out.last-run number span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation right-border-MODE
;; program rightBorder-MODE
;; modes wrap
;; lemmas
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
(declare-const i Int)
(assert (and (<= out.begin i) (< i (+ out.begin out.count))))
(define-fun j () Int (- i low))
(define-fun t () Int (- i out.begin))
(declare-const k Int)
(declare-const m Int)
(assert (euclid-of j k m (period-MODE dilated)))
(define-fun span () Int (span-MODE dilated))
(define-fun ahead () Int k)
(define-fun behind () Int (+ quotient1 quotient1))
(assert (and (double quotient1 span) (sum number behind span)))
(define-fun whole () Int (+ number behind))
(assert (and (next whole ahead span) (next ahead whole span) (order whole ahead span)))
(assert (and (next (+ number 1) number span) (order out.first-run number span)
             (order out.last-run number span)))
;; goal it reads what the rule says
(= (ite out.reverse (- out.position t) (+ out.position t)) (reads-MODE j dilated m))

;; obligation right-border-cover-MODE
;; program rightBorder-MODE
;; modes reflect symmetric wrap
;; lemmas order sign next
(assert (and (< 0 dilated) (<= 0 extent) (is-number (- low)) (is-number (- extent low))))
(assert (and (<= 0 first) (< first last) (<= last extent) (<= dilated (- first low))))
(assert (and (<= out.first-run number) (< number out.last-run)))
; Two periods and what is behind the place of the first index in its period fit 64 bits.
(assert (and (< dilated 2305843009213693952) (< extent 2305843009213693952)))
;; goal no run is empty
(< 0 out.count)
;; goal a run lies in the border
(and (<= first out.begin) (<= (+ out.begin out.count) last))
;; goal the first run begins the border
(=> (= number out.first-run) (= out.begin first))
;; goal a run ends where the next one begins, or where the border ends
(= (+ out.begin out.count) (ite (= (+ number 1) out.last-run) last out.next))

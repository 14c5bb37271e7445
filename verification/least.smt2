; Windows have nothing that is not read: no smaller one would do.

;; obligation window-least-MODE
;; program window-MODE
;; modes reflect symmetric wrap
;; lemmas order mirror sign difference next
; Element e of the window is read at one of its places in a period, in the period of the first index
; or in the one behind it.
(assert (and (< 0 extent) (<= extent 2305843009213693952)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const k Int)
(declare-const m0 Int)
; quotient k (period-MODE extent)
; quotient (+ k 1) (period-MODE extent)
(assert (euclid-of (- begin low) k m0 (period-MODE extent)))
(declare-const e Int)
(assert (inside e extent))
(assert (or (inside (- e out.begin) out.size) (inside (- (+ e extent) out.begin) out.size)))
; Whether position j, at place m of a period, is read by an index of the piece, and reads the element.
(define-fun reads-at ((j Int) (m Int)) Bool
  (and (inside (- j (- begin low)) size) (inside m (period-MODE extent)) (= (reads-MODE j extent m) e)))
(define-fun reads-in ((multiple Int)) Bool
  (or (reads-at (+ multiple e) e) (reads-at (+ multiple (other-MODE e extent)) (other-MODE e extent))))
;; goal each element is read
(or (reads-in (times k (period-MODE extent))) (reads-in (times (+ k 1) (period-MODE extent))))

;; obligation window-ends-least-MODE
;; program window-MODE
;; modes constant edge
;; lemmas
; Element e of the window is read by the index of the piece that is nearest to it.
(assert (and (< 0 extent) (<= extent 2305843009213693952)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const e Int)
(assert (inside (- e out.begin) out.size))
(define-fun j () Int (most (- begin low) (least e (- (+ begin size) low 1))))
;; goal each element is read
(and (inside (- j (- begin low)) size) (has-MODE j extent) (= (reads-MODE j extent 0) e))

;; obligation window-interior-least-MODE
;; program interiorWindow-MODE
;; modes reflect symmetric wrap
;; lemmas order mirror sign next
; The same of a source with interior pad, of `extent` elements that are `step` apart.
(assert (and (< 0 extent) (<= 1 step) (<= dilated 2305843009213693952)))
; quotient (- extent 1) step
(assert (= dilated (+ (times (- extent 1) step) 1)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const k Int)
(declare-const m0 Int)
; quotient k (period-MODE dilated)
; quotient (+ k 1) (period-MODE dilated)
(assert (euclid-of (- begin low) k m0 (period-MODE dilated)))
(declare-const e Int)
; quotient e step
(assert (inside e extent))
(assert (or (inside (- e out.begin) out.size) (inside (- (+ e extent) out.begin) out.size)))
(define-fun position () Int (times e step))
(define-fun reads-at ((j Int) (m Int)) Bool
  (and (inside (- j (- begin low)) size) (inside m (period-MODE dilated)) (= (reads-MODE j dilated m) position)))
(define-fun reads-in ((multiple Int)) Bool
  (or (reads-at (+ multiple position) position)
      (reads-at (+ multiple (other-MODE position dilated)) (other-MODE position dilated))))
;; goal each element is read
(or (reads-in (times k (period-MODE dilated))) (reads-in (times (+ k 1) (period-MODE dilated))))

;; obligation window-interior-ends-least-MODE
;; program interiorWindow-MODE
;; modes constant edge
;; lemmas order sign next
(assert (and (< 0 extent) (<= 1 step) (<= dilated 2305843009213693952)))
; quotient (- extent 1) step
(assert (= dilated (+ (times (- extent 1) step) 1)))
(assert (and (<= 0 begin) (< 0 size) (is-number (+ begin size)) (is-number (- low))
             (is-number (- (+ begin size) low)) (is-number (- begin low))))
(declare-const e Int)
; quotient e step
(assert (inside (- e out.begin) out.size))
(define-fun j () Int (most (- begin low) (least (times e step) (- (+ begin size) low 1))))
;; goal each element is read
(and (inside (- j (- begin low)) size) (has-MODE j dilated) (= (reads-MODE j dilated 0) (times e step)))

;; obligation reader-window-least-MODE
;; program readerWindow-MODE
;; modes wrap
;; lemmas order mirror sign next
; In the other modes the window does not go around the end, and its first and its last index are
; readers. In mode wrap, indices of the ring from index a on, more than the window leaves out, have a
; reader: the first one from a on, or from 0 on.
(assert (and (< 0 dilated) (<= dilated 2305843009213693952) (<= 0 padded) (is-number (- low)) (is-number (- padded low))))
(assert (and (<= 0 begin) (<= 0 size) (<= (+ begin size) dilated) (< 0 out.size)))
(declare-const a Int)
(declare-const count Int)
(assert (and (inside a padded) (< (- padded out.size) count) (<= count padded)))
(declare-const k Int)
(declare-const m Int)
; quotient k dilated
(assert (euclid-of (- a low) k m dilated))
(declare-const k0 Int)
(declare-const m0 Int)
; quotient k0 dilated
(assert (euclid-of (- low) k0 m0 dilated))
; From an index with place m in a period to the next reader.
(define-fun to-reader ((m Int)) Int
  (ite (< m begin) (- begin m) (ite (< m (+ begin size)) 0 (- (+ begin dilated) m))))
; The last index, and the first reader.
(declare-const k1 Int)
(declare-const m1 Int)
; quotient k1 dilated
(assert (euclid-of (- padded low 1) k1 m1 dilated))
(declare-const k2 Int)
(declare-const m2 Int)
; quotient k2 dilated
(assert (euclid-of (- (to-reader m0) low) k2 m2 dilated))
; Whether index i of the result is among those of the ring.
(define-fun is-among ((i Int)) Bool
  (and (< i padded) (or (inside (- i a) count) (inside (- (+ i padded) a) count))))
;; goal there is a reader among them
(or (is-among (+ a (to-reader m))) (is-among (to-reader m0)))

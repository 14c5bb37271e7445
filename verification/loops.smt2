; Fused loops: index i of a loop reads the elements from `offset + i * stride` to `last` elements behind
; it of a padded axis. `last` is negative of a window without elements.

;; obligation loop-interior
;; program loopInterior
;; lemmas order sign
; A quotient by 2 or more fits 63 bits.
(assert (and (commute quotient1 stride) (sign stride quotient1)))
(assert (and (commute quotient2 stride) (sign stride quotient2)))
(assert (and (valid-extent extent low high) (= padded (most 0 (+ low extent high)))))
(assert (and (<= 0 count) (< 0 stride)))
(declare-const i Int)
(declare-const t Int)
(assert (and (inside i count) (<= 0 t)))
; Axes before this one have left the indices of [from, to).
(assert (and (<= 0 from) (<= to count)))
; quotient i stride
; quotient (+ i 1) stride
; All windows lie in the padded axis, which the verifier of linalg asks.
; quotient (- count 1) stride
(assert (=> (<= 0 last) (< (+ (times (- count 1) stride) last) padded)))
(define-fun begins () Int (times i stride))
;; goal no division is undefined
defined
;; goal before the first axis, it is the whole loop
(and (= out.all-begin 0) (= out.all-end count))
;; goal the interior lies in the loop
(<= 0 out.begin out.end count)
;; goal it has no index that an axis before this one has left out
(=> (and (<= out.begin i) (< i out.end)) (and (<= from i) (< i to)))
;; goal an index in the interior reads no border
(=> (and (<= out.begin i) (< i out.end) (<= t last)) (inside (- (+ begins t) low) extent))
;; goal an index whose first and last element are of the source is in the interior
(=> (and (<= from i) (< i to) (<= 0 last) (inside (- begins low) extent) (inside (- (+ begins last) low) extent))
  (and (<= out.begin i) (< i out.end)))

;; obligation row-interior
;; program rowInterior
;; lemmas order sign
; A quotient by 2 or more fits 63 bits.
(assert (and (commute quotient1 stride) (sign stride quotient1)))
(assert (and (commute quotient2 stride) (sign stride quotient2)))
; The loops around, at the indices that they have, are the offset.
(assert (and (valid-extent extent low high) (= padded (most 0 (+ low extent high)))))
(assert (and (<= 0 count) (< 0 stride) (<= 0 offset)))
(declare-const i Int)
(declare-const t Int)
(assert (and (inside i count) (<= 0 t)))
; Axes before this one have left the indices of [from, to).
(assert (and (<= 0 from) (<= to count)))
; quotient i stride
; quotient (+ i 1) stride
; quotient (- count 1) stride
(assert (=> (<= 0 last) (< (+ offset (times (- count 1) stride) last) padded)))
(define-fun begins () Int (+ offset (times i stride)))
;; goal no division is undefined
defined
;; goal before the first axis, it is the whole loop
(and (= out.all-begin 0) (= out.all-end count))
;; goal the interior lies in the loop
(<= 0 out.begin out.end count)
;; goal it has no index that an axis before this one has left out
(=> (and (<= out.begin i) (< i out.end)) (and (<= from i) (< i to)))
;; goal an index in the interior reads no border
(=> (and (<= out.begin i) (< i out.end) (<= t last)) (inside (- (+ begins t) low) extent))
;; goal an index whose first and last element are of the source is in the interior
(=> (and (<= from i) (< i to) (<= 0 last) (inside (- begins low) extent) (inside (- (+ begins last) low) extent))
  (and (<= out.begin i) (< i out.end)))

;; obligation row-ends
;; program rowEnds
;; lemmas order sign difference
; The ends of rows that are composed of vectors. The plan takes no pads and windows of more than 2^30
; elements, and no high pad that was computed of more than twice as many.
(assert (and (<= (- 1073741824) low 1073741824) (<= (- 4294967296) high 4294967296)))
(assert (and (<= 0 first last 1073741824) (< 0 stride)))
(assert (and (< 0 lanes) (<= lanes 1073741824)))
(assert (and (<= 0 count) (<= 0 extent) (is-number (+ (times (- count 1) stride) last))))
(assert (and (is-number (+ low extent high)) (is-number (times lanes stride))))
(declare-const i Int)
(declare-const t Int)
(assert (and (inside i count) (<= first t last)))
; quotient i stride
; quotient (- count 1) stride
; quotient (- count 1 i) stride
(define-fun position () Int (- (+ (times i stride) t) low))
;; goal no division is undefined
defined
;; goal widths are not negative
(and (<= 0 out.before) (<= 0 out.behind))
;; goal what is not in the ends reads no border
(=> (and out.holds (<= out.before i) (< i (- count out.behind))) (inside position extent))
;; goal each element of an end reads a border
(and (=> (and (< i out.before) (= t first)) (< position 0))
     (=> (and out.holds (<= (- count out.behind) i) (= t last)) (<= extent position)))
;; goal the vector at one end has no element of the other end
(=> out.holds (and (<= (+ lanes out.before) count) (<= (+ lanes out.behind) count)))
;; goal a vector between the ends, which ends before the last element that reads a border, has none that does
(=> (and out.holds (< (+ lanes lanes) count)) (<= (+ out.before lanes out.behind) count))
;; goal the source has all elements between those of a vector
(=> out.holds (<= (times lanes stride) extent))
;; goal the source has the mirror image of each element before and behind it
(=> out.holds (and (< (- low first) extent) (< high extent)))

;; obligation blocks-span
;; program blocks
;; lemmas
; The loop reads borders at no more than its first `before` and last `behind` indices; index c is one of
; those from `index` on, up to the next block or the last one.
(declare-const c Int)
(assert (and (<= 0 begin before) (<= 0 behind) (<= before 1152921504606846976)
             (<= behind 1152921504606846976)))
(assert (and (< 0 rows) (<= rows 1152921504606846976) (<= 0 count)))
(assert out.holds)
(assert (and (<= rows index c) (< c (+ index rows)) (< c (- count rows))))
;; goal it begins behind the first border
(<= begin out.from)
;; goal it ends in front of the last border
(<= (+ out.from rows) (- count behind))
;; goal where whole blocks end with the last one, it begins at its index, so that none is computed twice
(=> (= (+ index rows) (- count rows)) (= out.from index))
;; goal it has the indices up to the next block
(and (<= out.from c) (< c (+ out.from rows)))

; Tiles of a chain of two consumers have up to 2^20 rows, and axes up to 2^62 positions.

;; obligation tile-rows
;; program tileReads
;; lemmas order sign sum
; Row i of the second consumer reads, by `tap` and `low` of each of its windows, position
; `stride * i + tap - low` of the first one.
(assert (and (<= 1 full 1048576) (<= 1 stride 1048576) (<= (- 1048576) before 1048576) (<= 0 more 2097152)))
(assert (and (inside index total) (<= (times (- total 1) stride) 4611686018427387904)))
; quotient (- total 1) stride
; quotient (- full 1) stride
(declare-const t Int)
(declare-const tap Int)
(declare-const low Int)
(assert (and (inside t out.rows) (<= 0 tap) (<= low before) (<= (- tap low) (- more before))))
; quotient t stride
; quotient (+ index t) stride
(assert (sum index t stride))
(define-fun place () Int (+ (- before low) (times t stride) tap))
;; goal a tile has a row, and ends where the next one begins or with the last row
(and (< 0 out.rows) (<= out.rows full) (<= (+ index out.rows) total)
     (or (= out.rows full) (= (+ index out.rows) total)))
;; goal the buffer has all rows
(<= out.count (+ (times (- full 1) stride) more 1))
;; goal each row that a window reads is in the buffer, at the place where it is read
(and (inside place out.count) (= (+ out.begin place) (- (+ (times (+ index t) stride) tap) low)))

;; obligation tile-steps
;; program tileSteps
;; lemmas
; The rows of a tile that are next to each other in the first result, and each row of a border, are
; computed in steps of their own.
(assert (and (<= (- 1048576) begin 4611686018427387904) (<= 0 extent 4611686018427387904)))
(assert (and (<= 1 count) (<= (+ begin count) 4611686027000000000)))
(define-fun is-step () Bool (and (<= out.first-step number) (< number out.end-step)))
(declare-const r Int)
(assert (inside r count))
(define-fun computes-r () Bool (and is-step (<= out.row r) (< r (+ out.row out.size))))
(define-fun in-stretch () Bool (and (<= out.first r) (< r out.last)))
(define-fun step-of-r () Int
  (ite in-stretch 0 (ite (< r out.first) (+ r 1) (+ (- r (- out.last out.first)) 1))))
;; goal what a step computes is in the buffer
(=> is-step (and (<= 0 out.row) (< 0 out.size) (<= (+ out.row out.size) count)))
;; goal each row is computed by a step
(=> (= number step-of-r) computes-r)
;; goal no row is computed twice
(=> computes-r (= number step-of-r))
;; goal the rows of the stretch are those of the source, and no others
(=> computes-r (= (= number 0) (inside (+ begin r) extent)))

/**
 * Whether the best variant of a test is better than the next, or was lucky. The two are compared two-sided at 95 %: by the
 * two-proportion z-test with pooled variance, or by Fisher's exact test where one of the four expected counts is below 5 (Cochran,
 * Biometrics 10, 1954). With more than two variants the best one has met each of the others, and the level is divided by their
 * number (Bonferroni).
 */
import type { AbMetric, AbVerdict } from '@notifly/contracts/campaigns/ab-tests'

export interface Proportion {
  no: number
  /** Out of this many... */
  sent: number
  /** ...this many did it. */
  hits: number
}

type Counted = { no: number; sent: number } & Record<AbMetric, number>

const LEVEL = 0.05
/** Beta of 0.2: a difference of this size would be found four times in five. */
const POWER_Z = 0.8416
/** With fewer, a rate says nothing. */
const LEAST_SENT = 20
/** More recipients than this are no useful advice. */
const MORE_MAX = 10_000_000
const SURE_MAX = 99

/** Judges the figures of a test as they are now; null for fewer than two variants. */
export function verdictOf(figures: readonly Counted[], metric: AbMetric): AbVerdict | null {
  const variants = figures.map(({ no, sent, [metric]: hits }) => ({ no, sent, hits: Math.min(hits, sent) }))
  const [best, next] = variants.toSorted((a, b) => rateOf(b) - rateOf(a) || a.no - b.no)
  if (best === undefined || next === undefined) return null
  const isTooFew = variants.some(({ sent }) => sent < LEAST_SENT) || best.hits === 0
  if (isTooFew) return { kind: 'too_few', leader: null, sure: null, more: null }
  const comparisons = variants.length - 1
  const chance = Math.min(1, chanceOf(best, next) * comparisons)
  if (chance <= LEVEL) {
    return { kind: 'ahead', leader: best.no, sure: Math.min(SURE_MAX, Math.floor((1 - chance) * 100)), more: null }
  }
  return {
    kind: 'close',
    leader: best.no,
    sure: null,
    more: moreNeeded(best, next, { comparisons, variants: variants.length }),
  }
}

function rateOf({ sent, hits }: Proportion): number {
  return sent === 0 ? -1 : hits / sent
}

/** Returns the two-sided p-value: the probability of a difference at least this large if there is none. */
export function chanceOf(a: Proportion, b: Proportion): number {
  const hits = a.hits + b.hits
  const sent = a.sent + b.sent
  const leastExpected = (Math.min(a.sent, b.sent) * Math.min(hits, sent - hits)) / sent
  return leastExpected < 5 ? fisher(a, b) : zTest(a, b)
}

function zTest(a: Proportion, b: Proportion): number {
  const pooled = (a.hits + b.hits) / (a.sent + b.sent)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.sent + 1 / b.sent))
  return 2 * tailOf(Math.abs(rateOf(a) - rateOf(b)) / error)
}

/** Sums the probabilities of all tables with the same margins that are at most as likely as the observed one. */
function fisher(a: Proportion, b: Proportion): number {
  const hits = a.hits + b.hits
  const least = Math.max(0, hits - b.sent)
  const most = Math.min(hits, a.sent)
  const weight = (n: number): number => logChoose(a.sent, n) + logChoose(b.sent, hits - n)
  const whole = logChoose(a.sent + b.sent, hits)
  const seen = weight(a.hits) + 1e-9
  let chance = 0
  for (let n = least; n <= most; n++) if (weight(n) <= seen) chance += Math.exp(weight(n) - whole)
  return Math.min(1, chance)
}

/**
 * Returns about how many more recipients, over all variants, would make a difference of this size significant (the usual sample size for
 * two proportions), to two digits; null if there is no difference, or no useful number.
 */
function moreNeeded(
  a: Proportion,
  b: Proportion,
  { comparisons, variants }: { comparisons: number; variants: number },
): number | null {
  const [p, q] = [rateOf(a), rateOf(b)]
  if (p === q) return null
  const mean = (p + q) / 2
  const z = quantileOf(LEVEL / 2 / comparisons)
  const spread = z * Math.sqrt(2 * mean * (1 - mean)) + POWER_Z * Math.sqrt(p * (1 - p) + q * (1 - q))
  const each = (spread / (p - q)) ** 2
  const more = Math.max(variants, Math.ceil(each - Math.min(a.sent, b.sent)) * variants)
  return more > MORE_MAX ? null : Number(more.toPrecision(2))
}

/** The share of the normal distribution above z >= 0 (Abramowitz and Stegun 26.2.17; the error is below 7.5e-8). */
function tailOf(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** The z with this share above it. */
function quantileOf(share: number): number {
  let [low, high] = [0, 10]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (tailOf(middle) > share) low = middle
    else high = middle
  }
  return low
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

/** Exact for small numbers, Stirling's series above (its error there is below 1e-10). */
function logFactorial(n: number): number {
  if (n < 20) {
    let sum = 0
    for (let factor = 2; factor <= n; factor++) sum += Math.log(factor)
    return sum
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)
}

/** An A/B test: two to four variants go to a part of the audience, and the rest gets the best of them. */
import * as z from 'zod/mini'
import { ALL_CONTENT_PARTS } from './content.ts'
import { epochSeconds, maxCharacters } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const AB_PARTS = ['subject', 'content'] as const
export const AB_METRICS = ['opened', 'clicked'] as const
export const AB_VARIANTS = { least: 2, most: 4 } as const
/** Share of the audience, in percent, that all variants get together. */
export const AB_SHARE = { least: 5, most: 50, usual: 20 } as const
export const AB_HOURS = { least: 1, most: 168, usual: 4 } as const

export type AbPart = (typeof AB_PARTS)[number]
export type AbMetric = (typeof AB_METRICS)[number]

const subject = z.string().check(maxCharacters(998))

/**
 * For a test of contents: a template or content, by the campaign's channel. An email has its own subject, that of its template, or the
 * campaign's.
 */
const { attachments: _, ...contentParts } = ALL_CONTENT_PARTS
export const AbContent = z.object(contentParts)
export type AbContent = z.infer<typeof AbContent>

/** In a draft, any part may be missing or out of range. In a test of subjects each variant is a subject. */
export const AbTest = z.object({
  part: z.optional(z.enum(AB_PARTS, sentenceKey('abTests.part'))),
  variants: z.optional(
    z
      .array(z.union([subject, AbContent], sentenceKey('abTests.variant')))
      .check(z.maxLength(AB_VARIANTS.most, sentenceKey('abTests.most'))),
  ),
  share: z.optional(z.nullable(z.int(sentenceKey('abTests.wholePercent')).check(z.minimum(0), z.maximum(100)))),
  metric: z.optional(z.enum(AB_METRICS, sentenceKey('abTests.metric'))),
  after_hours: z.optional(z.nullable(z.int(sentenceKey('abTests.wholeHours')).check(z.minimum(0), z.maximum(100_000)))),
})
export type AbTest = z.infer<typeof AbTest>

/** Figures of one group of a run, without bots. */
const figures = {
  recipients: z.int(),
  /** Handed over, whatever happened to the messages later. */
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
}

/** Whether the best variant is significantly better than the others, at a confidence level of 95 %. */
export const AbVerdict = z.object({
  /** `too_few`: not enough messages for any statement. */
  kind: z.enum(['ahead', 'close', 'too_few']),
  /** The best variant; null if none can be named. */
  leader: z.nullable(z.int()),
  /** Confidence in a variant that is ahead: percent, at most 99. */
  sure: z.nullable(z.int()),
  /** For a close result: about how many more recipients would decide it; null if the variants do alike. */
  more: z.nullable(z.int()),
})
export type AbVerdict = z.infer<typeof AbVerdict>

/** The test of a run. Variants are numbered from 1; people see them as A to D. */
export const RunTest = z.object({
  part: z.enum(AB_PARTS),
  metric: z.enum(AB_METRICS),
  share: z.int(),
  after_hours: z.int(),
  /** `ended`: the run was over before there was a winner. */
  state: z.enum(['preparing', 'running', 'decided', 'ended']),
  /** When the figures decide; null once they have, or no longer can. */
  decide_on: z.nullable(epochSeconds),
  winner: z.nullable(z.int()),
  decided_on: z.nullable(epochSeconds),
  /** Name of the person who chose the winner; null: the figures did. */
  decided_by: z.nullable(z.string()),
  /** The verdict when the figures chose the winner. Null before anything was sent. */
  verdict: z.nullable(AbVerdict),
  variants: z.array(z.object({ no: z.int(), subject: z.string(), template_name: z.nullable(z.string()), ...figures })),
  /** Recipients who get the winner. */
  rest: z.object(figures),
})
export type RunTest = z.infer<typeof RunTest>

export interface AbSplit {
  /** Recipients of each variant in the test. */
  groups: number[]
  /** Those who wait for the winner. */
  rest: number
}

/**
 * How an audience is divided: `share` percent of it, rounded, but at least one recipient per variant, spread as evenly as possible; if that
 * does not come out even, the first variants get one more.
 */
export function splitAudience(recipients: number, variants: number, share: number): AbSplit {
  const tested = Math.min(recipients, Math.max(variants, Math.round((recipients * share) / 100)))
  const groups = Array.from({ length: variants }, (_, index) => Math.floor((tested + variants - 1 - index) / variants))
  return { groups, rest: recipients - tested }
}

/** A, B, C, D. */
export function variantLetter(no: number): string {
  return String.fromCharCode(64 + no)
}

/** When the messages of one run leave, where each recipient gets it on their own clock. */
import * as z from 'zod/mini'
import { epochSeconds } from '../fields.ts'

/** Recipients by clock, in the order of their moments; those who get nothing come last. */
export const RecipientMoment = z.object({
  /** Seconds east of UTC that their clocks are at that moment. */
  zone_offset: z.int(),
  people: z.int(),
  /** When the message leaves; null: they get nothing. */
  at: z.nullable(epochSeconds),
  /** The moment of this run had passed on their clocks: `at` is what the campaign's choice makes of it. */
  passed: z.boolean(),
})
export type RecipientMoment = z.infer<typeof RecipientMoment>

/** The moments of one run in short. */
export const MomentSpan = z.object({
  /** When the first and the last message of this run leave; null: it has no recipients. */
  first: z.nullable(epochSeconds),
  last: z.nullable(epochSeconds),
  /** Recipients on whose clocks its moment had passed at the launch. */
  passed: z.int(),
})
export type MomentSpan = z.infer<typeof MomentSpan>

/** `nextRun`: those whose moment has passed get the next run, whose messages do not count here. */
export function spanOfMoments(moments: readonly RecipientMoment[], { nextRun }: { nextRun: boolean }): MomentSpan {
  const own = moments.flatMap(({ at, passed }) => (at === null || (passed && nextRun) ? [] : [at]))
  const passed = moments.reduce((sum, moment) => sum + (moment.passed ? moment.people : 0), 0)
  return { first: own.length === 0 ? null : Math.min(...own), last: own.length === 0 ? null : Math.max(...own), passed }
}

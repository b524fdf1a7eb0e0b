/** When the messages of one run leave, if each recipient gets it in their own time zone. */
import * as z from 'zod/mini'
import { epochSeconds } from '../fields.ts'

/** Recipients by time zone, ordered by their moments; those who get nothing come last. */
export const RecipientMoment = z.object({
  /** Offset from UTC at that moment, in seconds east. */
  zone_offset: z.int(),
  people: z.int(),
  /** When the message leaves; null: no message. */
  at: z.nullable(epochSeconds),
  /** This run's moment had passed in their time zone: `at` follows the campaign's choice for that. */
  passed: z.boolean(),
})
export type RecipientMoment = z.infer<typeof RecipientMoment>

/** A summary of the moments of one run. */
export const MomentSpan = z.object({
  /** When the first and the last message of this run leave; null: it has no recipients. */
  first: z.nullable(epochSeconds),
  last: z.nullable(epochSeconds),
  /** Recipients in whose time zone the moment had passed at the launch. */
  passed: z.int(),
})
export type MomentSpan = z.infer<typeof MomentSpan>

/** `nextRun`: recipients whose moment has passed get the next run, whose messages do not count here. */
export function spanOfMoments(moments: readonly RecipientMoment[], { nextRun }: { nextRun: boolean }): MomentSpan {
  const own = moments.flatMap(({ at, passed }) => (at === null || (passed && nextRun) ? [] : [at]))
  const passed = moments.reduce((sum, moment) => sum + (moment.passed ? moment.people : 0), 0)
  return { first: own.length === 0 ? null : Math.min(...own), last: own.length === 0 ? null : Math.max(...own), passed }
}

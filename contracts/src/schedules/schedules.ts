/** When a campaign goes out, as the wire has it. */
import * as z from 'zod/mini'
import { epochSeconds, timeZone } from '../fields.ts'
import { says } from '../sentences/sentence.ts'

/** Beyond the years that every calendar agrees on there is nothing to schedule. */
export const moment = epochSeconds.check(
  z.minimum(0, says('fields.format')),
  z.maximum(4_102_444_800, says('fields.format')),
)

/** Hours between two runs of a campaign that recurs by interval. */
export const INTERVAL_HOURS = [1, 2, 4, 8, 12, 24, 48] as const

const DATES_MAX = 366
const numbers = (from: number, to: number, message: string) =>
  z.optional(
    z.nullable(z.array(z.int().check(z.minimum(from, message), z.maximum(to, message))).check(z.maxLength(100))),
  )

/**
 * Which days. What belongs to another type is dropped. Of the four kinds of recurrence one is given; null, an empty list and
 * absence all mean "not chosen".
 */
const messageType = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal(1),
      /** An instant within the chosen day; absent: no date. */
      date: z.optional(z.nullable(moment)),
    }),
    z.object({
      type: z.literal(2),
      date: z.optional(z.nullable(z.array(moment).check(z.maxLength(DATES_MAX, says('fields.dates'))))),
    }),
    z.object({
      type: z.literal(3),
      /** Seconds. */
      interval: z.optional(
        z.nullable(
          z.literal(
            INTERVAL_HOURS.map(hours => hours * 3600),
            says('campaigns.interval'),
          ),
        ),
      ),
      /** 1 is Sunday. */
      days_of_week: numbers(1, 7, says('campaigns.weekdays')),
      /** A month that lacks the day is skipped. */
      days_of_month: numbers(1, 31, says('campaigns.monthDays')),
      /** The first day of each. */
      months_of_year: numbers(1, 12, says('campaigns.months')),
    }),
  ],
  says('campaigns.oneTime'),
)

/** For recurring campaigns; the other types end by themselves. Absent: never. */
const sunset = z.object({
  /** 1 on a date, 2 never, 3 after a number of sends. */
  type: z.optional(z.nullable(z.literal([1, 2, 3], says('campaigns.ends')))),
  /** An instant within the last day, which counts whole. */
  date: z.optional(z.nullable(moment)),
  /** Empty while it is not a number. */
  number_of_send: z.optional(
    z.nullable(
      z.union([z.int().check(z.maximum(1_000_000, says('fields.sends'))), z.literal('')], says('fields.format')),
    ),
  ),
  never_end_camgaign: z.optional(z.nullable(z.boolean())),
})

/**
 * What a recipient gets on whose clock the moment had already passed when the campaign was launched: the next run of the campaign, the
 * message at the same time of the next day, the message at once, or nothing.
 */
export const PASSED_CHOICES = ['next_run', 'next_day', 'at_once', 'skip'] as const
export type PassedChoice = (typeof PASSED_CHOICES)[number]

/** What recurs comes again by itself; of the others it is the next day. */
export function passedChoiceOf({ message_type: { type }, advanced }: Schedule): PassedChoice {
  return advanced?.passed ?? (type === 3 ? 'next_run' : 'next_day')
}

/**
 * When a campaign goes out: which days (message_type), at what time of day (campaign_start_date), until when (sunset).
 * `local_time` and `timezone` win over `time`, since only they survive a change of daylight saving. Drafts may lack any part.
 */
export const Schedule = z.object({
  message_type: messageType,
  campaign_start_date: z.object({
    /** 1 immediately, 2 intelligent delivery, 3 at a fixed time. */
    type: z.literal([1, 2, 3], says('campaigns.start')),
    send_immediately: z.optional(z.boolean()),
    intelligent_delivery: z.optional(z.boolean()),
    /** Seconds of the day shifted to UTC by the browser's offset. */
    time: z.optional(z.nullable(z.int().check(z.minimum(-86_400), z.maximum(172_800)))),
    /** Seconds of the day on the clock in use. */
    local_time: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(86_399)))),
    timezone: z.optional(timeZone),
  }),
  sunset: z.optional(z.nullable(sunset)),
  /**
   * Recipients' own clocks unless they are switched off: each gets it at that day and time of their own, and the runs of the
   * schedule's clock are the moments of those of whom no clock is known. Do not disturb waits for the end of quiet hours.
   */
  advanced: z.optional(
    z.nullable(
      z.object({
        delivery_in_users_timezone: z.optional(z.boolean()),
        do_not_disturb: z.optional(z.boolean()),
        /** For recipients' own clocks; without it `passedChoiceOf` decides. */
        passed: z.optional(z.nullable(z.enum(PASSED_CHOICES))),
      }),
    ),
  ),
})
export type Schedule = z.infer<typeof Schedule>

/** The schedule of a campaign, as the API has it. */
import * as z from 'zod/mini'
import { epochSeconds, timeZone } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Later years are refused: calendars do not agree on them. */
export const moment = epochSeconds.check(
  z.minimum(0, sentenceKey('fields.format')),
  z.maximum(4_102_444_800, sentenceKey('fields.format')),
)

/** Number of hours between two runs of a campaign that recurs by interval. */
export const INTERVAL_HOURS = [1, 2, 4, 8, 12, 24, 48] as const

const DATES_MAX = 366
const numbers = (from: number, to: number, message: string) =>
  z.optional(
    z.nullable(z.array(z.int().check(z.minimum(from, message), z.maximum(to, message))).check(z.maxLength(100))),
  )

/**
 * The days. Fields of other types are dropped. Exactly one of the four kinds of recurrence is given; null, an empty list and absence all
 * mean "not chosen".
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
      date: z.optional(z.nullable(z.array(moment).check(z.maxLength(DATES_MAX, sentenceKey('fields.dates'))))),
    }),
    z.object({
      type: z.literal(3),
      /** Seconds. */
      interval: z.optional(
        z.nullable(
          z.literal(
            INTERVAL_HOURS.map(hours => hours * 3600),
            sentenceKey('campaigns.interval'),
          ),
        ),
      ),
      /** 1 is Sunday. */
      days_of_week: numbers(1, 7, sentenceKey('campaigns.weekdays')),
      /** A month that lacks the day is skipped. */
      days_of_month: numbers(1, 31, sentenceKey('campaigns.monthDays')),
      /** The first day of each. */
      months_of_year: numbers(1, 12, sentenceKey('campaigns.months')),
    }),
  ],
  sentenceKey('campaigns.oneTime'),
)

/** Only for recurring campaigns; the other types end by themselves. Absent: never. */
const sunset = z.object({
  /** 1 on a date, 2 never, 3 after a number of sends. */
  type: z.optional(z.nullable(z.literal([1, 2, 3], sentenceKey('campaigns.ends')))),
  /** An instant within the last day, which is included. */
  date: z.optional(z.nullable(moment)),
  /** Empty until it is a number. */
  number_of_send: z.optional(
    z.nullable(
      z.union(
        [z.int().check(z.maximum(1_000_000, sentenceKey('fields.sends'))), z.literal('')],
        sentenceKey('fields.format'),
      ),
    ),
  ),
  never_end_camgaign: z.optional(z.nullable(z.boolean())),
})

/**
 * What recipients get in whose time zone the moment had passed at the launch: the campaign's next run, the message at the same time of the
 * next day, the message at once, or nothing.
 */
export const PASSED_CHOICES = ['next_run', 'next_day', 'at_once', 'skip'] as const
export type PassedChoice = (typeof PASSED_CHOICES)[number]

/** Recurring campaigns wait for their next run; all others for the next day. */
export function passedChoiceOf({ message_type: { type }, advanced }: Schedule): PassedChoice {
  return advanced?.passed ?? (type === 3 ? 'next_run' : 'next_day')
}

/**
 * When a campaign is sent: which days (message_type), at what time of day (campaign_start_date), until when (sunset). `local_time` and
 * `timezone` take precedence over `time`, since only they remain right when daylight saving changes. In drafts any part may be missing.
 */
export const Schedule = z.object({
  message_type: messageType,
  campaign_start_date: z.object({
    /** 1 immediately, 2 intelligent delivery, 3 at a fixed time. */
    type: z.literal([1, 2, 3], sentenceKey('campaigns.start')),
    send_immediately: z.optional(z.boolean()),
    intelligent_delivery: z.optional(z.boolean()),
    /** Seconds of the day, shifted to UTC by the browser's offset. */
    time: z.optional(z.nullable(z.int().check(z.minimum(-86_400), z.maximum(172_800)))),
    /** Seconds of the day in the schedule's time zone. */
    local_time: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(86_399)))),
    timezone: z.optional(timeZone),
  }),
  sunset: z.optional(z.nullable(sunset)),
  /**
   * Recipients' own time zones, unless switched off: each recipient gets the message at that day and time in their own time zone;
   * recipients without a known time zone get it at the schedule's. Do not disturb waits for the end of quiet hours.
   */
  advanced: z.optional(
    z.nullable(
      z.object({
        delivery_in_users_timezone: z.optional(z.boolean()),
        do_not_disturb: z.optional(z.boolean()),
        /** For recipients' own time zones; `passedChoiceOf` gives the default. */
        passed: z.optional(z.nullable(z.enum(PASSED_CHOICES))),
      }),
    ),
  ),
})
export type Schedule = z.infer<typeof Schedule>

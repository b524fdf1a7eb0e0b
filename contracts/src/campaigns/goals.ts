/** The goal of a campaign: an event of a recipient, soon after they opened or clicked the message. */
import * as z from 'zod/mini'
import { currency } from '../channel-settings/prices.ts'
import { EVENT_NAME_MAX } from '../events/event-name.ts'
import { maxCharacters } from '../fields.ts'
import { propertyComparisons } from '../segments/rules.ts'
import { RULE_VALUE_MAX } from '../segments/comparisons.ts'
import { says } from '../sentences/sentence.ts'

export const CLICK_DAYS = { usual: 7, most: 30 } as const
export const OPEN_DAYS = { usual: 1, most: 7 } as const

const days = (most: number) =>
  z.int().check(z.minimum(1, says('fields.atLeast')), z.maximum(most, says('fields.atMost')))
const property = z.optional(z.nullable(z.string().check(maxCharacters(RULE_VALUE_MAX))))

export const Goal = z.object({
  /** Empty until it is chosen. */
  event: z.string().check(maxCharacters(EVENT_NAME_MAX)),
  /** All of them hold for an event that counts. */
  properties: z._default(propertyComparisons, []),
  /** So long after the last click, or after the last open, an event counts. */
  click_days: z._default(days(CLICK_DAYS.most), CLICK_DAYS.usual),
  open_days: z._default(days(OPEN_DAYS.most), OPEN_DAYS.usual),
  /** The number that says what the event is worth; null or absent: nothing does. */
  revenue_property: property,
  /** The text that says in which currency; null or absent, or where it is no currency's code: `currency`. */
  currency_property: property,
  currency: z._default(currency, 'USD'),
})
export type Goal = z.infer<typeof Goal>

/** An exact decimal, in each currency that events named. */
export const Revenue = z.array(z.object({ currency: z.string(), amount: z.string() }))
export type Revenue = z.infer<typeof Revenue>

/** What a run brought about so far. */
export const GoalFigures = z.object({
  goal: Goal,
  /** Events that count for it, and the recipients who caused them. */
  conversions: z.int(),
  converted: z.int(),
  /** Largest first; at most ten. */
  revenue: Revenue,
})
export type GoalFigures = z.infer<typeof GoalFigures>

/** What all runs of a range brought about. */
export const GoalTotals = z.object({
  conversions: z.int(),
  converted: z.int(),
  /** Recipients who converted, of those whom campaigns with a goal reached; in percent, null without any. */
  conversion_rate: z.nullable(z.number()),
  revenue: Revenue,
})
export type GoalTotals = z.infer<typeof GoalTotals>

export const REVENUES_MAX = 10

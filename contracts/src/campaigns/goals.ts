/** The goal of a campaign: an event of a recipient, soon after they opened or clicked the message. */
import * as z from 'zod/mini'
import { currency } from '../channel-settings/prices.ts'
import { EVENT_NAME_MAX } from '../events/event-name.ts'
import { maxCharacters } from '../fields.ts'
import { propertyComparisons } from '../segments/rules.ts'
import { RULE_VALUE_MAX } from '../segments/comparisons.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const CLICK_DAYS = { usual: 7, most: 30 } as const
export const OPEN_DAYS = { usual: 1, most: 7 } as const

const days = (most: number) =>
  z.int().check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(most, sentenceKey('fields.atMost')))
const property = z.optional(z.nullable(z.string().check(maxCharacters(RULE_VALUE_MAX))))

export const Goal = z.object({
  /** Empty until it is selected. */
  event: z.string().check(maxCharacters(EVENT_NAME_MAX)),
  /** An event counts if all of them are met. */
  properties: z._default(propertyComparisons, []),
  /** For how long after the last click, or the last open, an event counts. */
  click_days: z._default(days(CLICK_DAYS.most), CLICK_DAYS.usual),
  open_days: z._default(days(OPEN_DAYS.most), OPEN_DAYS.usual),
  /** Name of the property with the event's value; null or absent: it has no value. */
  revenue_property: property,
  /** Name of the property with the value's currency; `currency` is used if it is null or absent, or if it is no currency code. */
  currency_property: property,
  currency: z._default(currency, 'USD'),
})
export type Goal = z.infer<typeof Goal>

/** Exact decimals, one for each currency of the events. */
export const Revenue = z.array(z.object({ currency: z.string(), amount: z.string() }))
export type Revenue = z.infer<typeof Revenue>

/** Conversions of a run so far. */
export const GoalFigures = z.object({
  goal: Goal,
  /** Events that count for it, and the recipients they belong to. */
  conversions: z.int(),
  converted: z.int(),
  /** Largest first; at most ten. */
  revenue: Revenue,
})
export type GoalFigures = z.infer<typeof GoalFigures>

/** Conversions of all runs of a range. */
export const GoalTotals = z.object({
  conversions: z.int(),
  converted: z.int(),
  /** Recipients who converted, among those who were sent a campaign with a goal; in percent, null if there are none. */
  conversion_rate: z.nullable(z.number()),
  revenue: Revenue,
})
export type GoalTotals = z.infer<typeof GoalTotals>

export const REVENUES_MAX = 10

import * as z from 'zod/mini'
import { MESSAGE_CLASSES } from '../campaigns/content.ts'
import { endpoint } from '../endpoint.ts'
import {
  cost,
  dashboardQuery,
  frame,
  mayReadDashboards,
  messageCards,
  numberedSections,
  Point,
  previousFrame,
  section,
} from './parts.ts'

const cards = z.object({
  ...messageCards,
  /** Number of messages that the sent texts are billed as. */
  segments: z.int(),
  /** Cost of these messages at present prices, in `currency`; absent if no prices are entered. */
  cost: z.optional(z.string()),
})

/** Billed texts by the calling code of their numbers. */
const SmsCountry = z.object({
  /** Empty if unknown. */
  calling_code: z.string(),
  segments: z.int(),
  /** Price of one segment, as it is entered. */
  price: cost,
  cost,
})
export type SmsCountry = z.infer<typeof SmsCountry>

export const SmsDashboard = z.object({
  ...frame,
  section_1: section(cards),
  /** Lines sent, delivered, failed, clicked and segments. */
  ...numberedSections,
  classes: section(z.array(z.object({ name: z.enum(MESSAGE_CLASSES), ...messageCards, segments: z.int(), cost }))),
  /** Currency of all costs (ISO 4217); null if no prices are entered. */
  currency: z.nullable(z.string()),
  /** Most billed first. */
  countries: section(z.array(SmsCountry)),
  /** Numbers that replied STOP, by the day of the reply; not narrowed to a campaign. */
  stop_replies: section(z.object({ count: z.int(), points: z.array(Point) })),
  previous: z.optional(z.object({ ...previousFrame, section_1: cards })),
})
export type SmsDashboard = z.infer<typeof SmsDashboard>

export const readSmsDashboard = endpoint({
  call: 'GET /api/dashboard/sms',
  summary:
    'Text messages in a range of days: sent, delivered, failed by reason, segments, classes, costs and STOP replies',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: SmsDashboard,
})

import * as z from 'zod/mini'
import { MESSAGE_CLASSES } from '../campaigns/content.ts'
import { endpoint } from '../endpoint.ts'
import {
  dashboardQuery,
  frame,
  mayReadDashboards,
  messageCards,
  numberedSections,
  Point,
  previousFrame,
  section,
} from './parts.ts'

/** `segments`: messages that the sent texts are billed as. */
const cards = z.object({ ...messageCards, segments: z.int() })

export const SmsDashboard = z.object({
  ...frame,
  section_1: section(cards),
  /** Lines sent, delivered, failed, clicked and segments. */
  ...numberedSections,
  classes: section(z.array(z.object({ name: z.enum(MESSAGE_CLASSES), ...cards.shape }))),
  /** Numbers that answered STOP, by the day of their answer; not narrowed to a campaign. */
  stop_replies: section(z.object({ count: z.int(), points: z.array(Point) })),
  previous: z.optional(z.object({ ...previousFrame, section_1: cards })),
})
export type SmsDashboard = z.infer<typeof SmsDashboard>

export const readSmsDashboard = endpoint({
  call: 'GET /api/dashboard/sms',
  summary: 'Text messages in a range of days: sent, delivered, failed by reason, segments, classes and STOP replies',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: SmsDashboard,
})

/** Dashboards of notifications in browsers and on phones. */
import * as z from 'zod/mini'
import { PROMPT_TYPES } from '../web-push/prompts.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'
import {
  countedSection,
  dashboardQuery,
  FailedReason,
  frame,
  Line,
  mayReadDashboards,
  messageCards,
  numberedSections,
  Point,
  previousFrame,
  section,
  Slice,
  UsedSlice,
} from './parts.ts'

/** Present numbers, whatever the range is. */
const people = {
  /** Contacts that the channel reaches. */
  total_users: z.int(),
  /** Those of them who opened or clicked a message of any channel in the last 30 days. */
  active_users: z.int(),
}
/** Clicks and dismissals in the range, and visits without a click after a notification. */
const actions = { user_actions: z.int(), influenced_open: z.int() }

const rates = z.object({
  delivery_rate: z.array(Point),
  open_rate: z.array(Point),
  click_rate: z.array(Point),
})

/** Devices gained and lost, by day. */
const subscriptions = z.object({
  gained: z.int(),
  lost: z.int(),
  points: z.array(z.object({ date: epochSeconds, gained: z.int(), lost: z.int() })),
  /** The reasons of losses: unsubscribed, gone from the browser or phone, replaced. */
  lost_by: z.array(Slice),
})

/** A prompt of the site, with the browsers that subscribed by it. */
const PromptSubscriptions = z.object({
  /** Null for browsers whose prompt is unknown. */
  prompt: z.nullable(z.enum(PROMPT_TYPES)),
  gained: z.int(),
  lost: z.int(),
  /** Present number, whatever the range is. */
  subscribed: z.int(),
})
export type PromptSubscriptions = z.infer<typeof PromptSubscriptions>

const push = {
  ...frame,
  delivery_open_rate: section(rates),
  os_overview: section(z.array(UsedSlice)),
  /** Clicks of each day by kind of device. */
  device_series: section(z.array(Line)),
  subscription_overview: countedSection(subscriptions),
}

export const WebpushDashboard = z.object({
  ...push,
  static_kpi_data: countedSection(z.object({ ...people, ...actions })),
  browser_overview: section(z.array(UsedSlice)),
  /** In the order of the prompts' tabs, unknown last; prompts without a browser are left out. */
  prompts: countedSection(z.array(PromptSubscriptions)),
  failures: section(z.array(FailedReason)),
  previous: z.optional(z.object({ ...previousFrame, static_kpi_data: z.object(actions) })),
})
export type WebpushDashboard = z.infer<typeof WebpushDashboard>

export const readWebpushDashboard = endpoint({
  call: 'GET /api/dashboard/webpush',
  summary: 'Web push in a range of days: users, actions, rates, browsers, systems, devices, subscriptions by prompt',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: WebpushDashboard,
})

const cards = z.object(messageCards)

export const MobilepushDashboard = z.object({
  ...push,
  static_kpi_data: countedSection(z.object({ ...people, user_actions: z.int() })),
  section_1: section(cards),
  /** Lines sent, delivered, failed, opened and clicked. */
  ...numberedSections,
  /** Present devices, by platform (ios, android) and by version of the app; an empty name means unknown. */
  platforms: countedSection(z.array(Slice)),
  app_versions: countedSection(z.array(Slice)),
  previous: z.optional(
    z.object({ ...previousFrame, section_1: cards, static_kpi_data: z.object({ user_actions: z.int() }) }),
  ),
})
export type MobilepushDashboard = z.infer<typeof MobilepushDashboard>

export const readMobilepushDashboard = endpoint({
  call: 'GET /api/dashboard/mobilepush',
  summary: 'Mobile push in a range of days: sent, delivered, failed by reason, platforms, app versions',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: MobilepushDashboard,
})

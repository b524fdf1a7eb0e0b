import * as z from 'zod/mini'
import { type Channel, CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { dashboardRange, mayReadDashboards } from './parts.ts'

export const PANELS = [
  'daily',
  'campaigns',
  'links',
  'failures',
  'conversions',
  'goals',
  'browsers',
  'systems',
  'devices',
  'mailboxes',
  'outcomes',
  'latest_campaigns',
  'classes',
  'countries',
  'stop_replies',
  'templates',
  'categories',
  'subscriptions',
  'prompts',
  'platforms',
  'app_versions',
] as const
export type Panel = (typeof PANELS)[number]

/** Exports of campaigns with a goal. */
export const GOAL_PANELS: readonly Panel[] = ['conversions', 'goals']

const OF_ALL = ['daily', 'campaigns', 'links', 'failures', 'conversions', 'goals'] as const

/** The exports of each dashboard. */
export const PANELS_OF: Record<Channel, readonly Panel[]> = {
  email: [...OF_ALL, 'browsers', 'systems', 'devices', 'mailboxes', 'outcomes', 'latest_campaigns'],
  sms: [...OF_ALL, 'classes', 'countries', 'stop_replies'],
  whatsapp: [...OF_ALL, 'templates', 'categories'],
  webpush: [...OF_ALL, 'browsers', 'systems', 'devices', 'subscriptions', 'prompts'],
  mobilepush: [...OF_ALL, 'systems', 'devices', 'subscriptions', 'platforms', 'app_versions'],
}

export const exportDashboard = endpoint({
  call: 'GET /api/dashboard/{channel}/export',
  summary: 'One panel of a dashboard as a CSV file, with the same range and campaign',
  access: mayReadDashboards,
  params: z.object({ channel: z.enum(CHANNELS) }),
  query: z.object({
    ...dashboardRange,
    notification: z.optional(uuid),
    panel: z.enum(PANELS, sentenceKey('dashboards.panel')),
  }),
  raw: { types: ['text/csv'] },
})

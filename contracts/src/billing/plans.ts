/** Plans that the installation's operator sells, and how much of its plan an organization has used. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'

/** Limits of a plan; null: no limit. */
const limit = z.nullable(z.int())

export const PlanLimits = z.object({
  /** Messages per month, by channel. */
  messages: z.object({ email: limit, sms: limit, whatsapp: limit, webpush: limit, mobilepush: limit }),
  contacts: limit,
  members: limit,
  applications: limit,
  /** Days for which single messages and events are kept. */
  retention_days: limit,
})
export type PlanLimits = z.infer<typeof PlanLimits>

const packageId = z.union([z.literal(1), z.literal(7)])

export const Plan = z.object({
  /** Name in the plan file, with the frequency: `professional-monthly`. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Minor units of the currency, for one period, without tax. */
  price: z.int(),
  /** The same with tax: the charged amount. */
  amount: z.int(),
  /** ISO 4217. */
  currency: z.string(),
  package_id: packageId,
  limits: PlanLimits,
  /** The plan that is offered first. */
  is_default: z.boolean(),
  /** If the organization is subscribed to it: how it is paid. */
  card_meta: z.nullable(z.object({ method: z.string() })),
})
export type Plan = z.infer<typeof Plan>

export const listPlans = endpoint({
  call: 'GET /api/payments/subscription/plan',
  summary: 'Plans of this installation, cheapest first (Owner and Admin)',
  access: 'application',
  data: z.array(Plan),
})

export const USAGE_KINDS = [...CHANNELS, 'contacts', 'members', 'applications'] as const

export const Usage = z.object({
  /** The plan's name; null without a plan. */
  plan: z.nullable(z.string()),
  /** The counted month, in UTC. */
  period_start: epochSeconds,
  period_end: epochSeconds,
  rows: z.array(
    z.object({
      what: z.enum(USAGE_KINDS),
      used: z.int(),
      limit,
      /** Forecast for the end of the period; null if it is not a count of messages, or too early to say. */
      forecast: z.nullable(z.int()),
    }),
  ),
  retention_days: limit,
  /** Campaigns that wait for a larger plan. */
  held_campaigns: z.int(),
})
export type Usage = z.infer<typeof Usage>

export const readUsage = endpoint({
  call: 'GET /api/payments/usage',
  summary: 'What the organization has used of its plan this month (Owner and Admin)',
  access: 'application',
  data: Usage,
})

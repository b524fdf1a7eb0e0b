import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  cost,
  dashboardQuery,
  Figures,
  frame,
  mayReadDashboards,
  numberedSections,
  previousFrame,
  rate,
  section,
} from './parts.ts'

const cards = z.object({
  sent: z.int(),
  delivered: z.int(),
  open_rate: rate,
  bounce_rate: rate,
  delivery_rate: rate,
  click_through_rate: rate,
  /** Cost of delivered messages at present prices, in `currency`; absent if no prices are entered. */
  cost: z.optional(z.string()),
})

/** A category of templates, by which WhatsApp bills. */
const CategoryCosts = z.object({
  /** The templates' present category; null for deleted templates. */
  category: z.nullable(z.string()),
  sent: z.int(),
  delivered: z.int(),
  /** Price of one delivered message, as it is entered. */
  price: cost,
  cost,
})
export type CategoryCosts = z.infer<typeof CategoryCosts>

/** A WhatsApp template with the sums of its messages. */
export const TemplateFigures = z.object({
  name: z.string(),
  language: z.string(),
  /** The template's present category; null if it was deleted. */
  category: z.nullable(z.string()),
  ...Figures.shape,
})
export type TemplateFigures = z.infer<typeof TemplateFigures>

export const WhatsappDashboard = z.object({
  ...frame,
  section_1: section(cards),
  /** Lines sent, delivered, read, clicked and failed. */
  ...numberedSections,
  templates: section(z.array(TemplateFigures)),
  /** Currency of all costs (ISO 4217); null if no prices are entered. */
  currency: z.nullable(z.string()),
  /** Most delivered first. */
  categories: section(z.array(CategoryCosts)),
  previous: z.optional(z.object({ ...previousFrame, section_1: cards })),
})
export type WhatsappDashboard = z.infer<typeof WhatsappDashboard>

export const readWhatsappDashboard = endpoint({
  call: 'GET /api/dashboard/whatsapp',
  summary: 'WhatsApp in a range of days: sent, delivered, read, failed by reason, by template, and costs by category',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: WhatsappDashboard,
})

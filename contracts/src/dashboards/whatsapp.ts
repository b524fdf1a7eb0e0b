import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
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
})

/** A template of WhatsApp with what its messages came to. */
export const TemplateFigures = z.object({
  name: z.string(),
  language: z.string(),
  /** Of the template as it is now; null once it is gone. */
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
  previous: z.optional(z.object({ ...previousFrame, section_1: cards })),
})
export type WhatsappDashboard = z.infer<typeof WhatsappDashboard>

export const readWhatsappDashboard = endpoint({
  call: 'GET /api/dashboard/whatsapp',
  summary: 'WhatsApp in a range of days: sent, delivered, read, failed by reason, and by template',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: WhatsappDashboard,
})

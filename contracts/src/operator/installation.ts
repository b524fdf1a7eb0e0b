import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What the dashboard needs to know about this installation before a person signs in. */
export const Installation = z.object({
  name: z.string(),
  version: z.string(),
  /** URL of the sandbox's inbox, while the sandbox runs. */
  sandbox_url: z.nullable(z.string()),
  /** Where the sandbox accepts email, while it runs. */
  sandbox_smtp: z.nullable(z.object({ host: z.string(), port: z.int() })),
  /** The sandbox was switched on under a public URL: every page shows a warning. */
  sandbox_warning: z.boolean(),
  /** Plans are sold here: there are subscription pages, and plans limit organizations. */
  billing: z.boolean(),
  /** If plans are sold: where to send questions about subscriptions, if the operator has set it. */
  support_email: z.nullable(z.string()),
})
export type Installation = z.infer<typeof Installation>

export const readInstallation = endpoint({
  call: 'GET /api/installation',
  summary: 'Name, version and sandbox of this installation',
  access: 'public',
  data: Installation,
})

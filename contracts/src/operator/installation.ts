import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What the dashboard must know of this installation before a person signs in. */
export const Installation = z.object({
  name: z.string(),
  version: z.string(),
  /** Where the sandbox's inbox is, while the sandbox runs. */
  sandbox_url: z.nullable(z.string()),
  /** Where the sandbox takes mail, while it runs. */
  sandbox_smtp: z.nullable(z.object({ host: z.string(), port: z.int() })),
  /** The sandbox was switched on by hand under a public address: every page warns. */
  sandbox_warning: z.boolean(),
  /** Plans are sold here: there are subscription pages, and plans limit what organizations may do. */
  billing: z.boolean(),
  /** Where plans are sold: who answers questions about subscriptions, where the operator has said so. */
  support_email: z.nullable(z.string()),
})
export type Installation = z.infer<typeof Installation>

export const readInstallation = endpoint({
  call: 'GET /api/installation',
  summary: 'Name, version and sandbox of this installation',
  access: 'public',
  data: Installation,
})

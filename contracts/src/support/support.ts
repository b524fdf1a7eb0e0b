/** Support tickets: the fields of the form in the footer. Their names are those of HubSpot's ticket properties. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email, maxCharacters, oneLine } from '../fields.ts'

export const TICKET_PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const

export const TICKET_TEXT_MAX = 5000

export const createTicket = endpoint({
  call: 'POST /api/support/ticket',
  summary: 'Ask support for help. The ticket is stored first, then goes to HubSpot, or by email to the operator',
  access: 'user',
  status: 201,
  body: z.object({
    properties: z.object({
      /** The address that support replies to. */
      subject: email,
      hs_ticket_priority: z._default(z.enum(TICKET_PRIORITIES), 'LOW'),
      content: z._default(z.string().check(z.trim(), maxCharacters(TICKET_TEXT_MAX)), ''),
      /** Accepted and ignored: the installation sets pipeline and stage. */
      hs_pipeline: z.optional(oneLine(100)),
      hs_pipeline_stage: z.optional(oneLine(100)),
    }),
    /** The page that the person was on; absent if they do not want to share it. */
    about: z.optional(
      z.object({
        page: oneLine(500),
        /** Request id of the last call that failed, as in the log. */
        request_id: z.optional(oneLine(100)),
      }),
    ),
  }),
  data: z.object({ number: z.int() }),
  message: 'support.received',
})

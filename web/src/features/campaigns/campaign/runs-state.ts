/** The parameters in a campaign's address that concern its runs. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import * as z from 'zod/mini'

export const runsState = z.object({
  /** The campaign's channel. */
  channel: z._default(z.enum(CHANNELS), 'email'),
  /** Statuses separated by commas. */
  status: z._default(z.string(), ''),
  page: z._default(z.coerce.number().check(z.minimum(1)), 1),
})

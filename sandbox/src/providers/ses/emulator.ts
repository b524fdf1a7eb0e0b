import { z } from 'zod'
import type { SandboxContext } from '../../sandbox-context.ts'
import { localUrl } from '../outward-call.ts'
import type { Reactions } from '../smtp/reactions.ts'
import type { SesEvents } from './events.ts'
import type { Sns } from './sns.ts'
import type { SesState } from './state.ts'

// What the parts of the emulated SES share.

export interface SesOptions extends SandboxContext {
  /** Simulates the readers of mails. */
  readers: Reactions
}

/** What the routes need. */
export interface Ses extends Pick<SesOptions, 'store' | 'panel' | 'readers'> {
  state: SesState
  sns: Sns
  events: SesEvents
}

export const subscriptionSchema = z.object({
  endpoint: localUrl,
  /** Only about mails sent with this key. */
  access_id: z
    .string()
    .max(128)
    .nullish()
    .transform(id => id?.trim() || null),
})

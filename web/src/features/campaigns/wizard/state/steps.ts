import { uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'

export const STEPS = ['who', 'what', 'when', 'review'] as const
export type StepId = (typeof STEPS)[number]

/** What the wizard's address says: which step, which draft, or which scheduled campaign is edited. */
export const wizardState = z.object({
  step: z._default(z.enum(STEPS), 'who'),
  draft: z.optional(z.string()),
  /** The segment that a new campaign begins with. */
  segment: z.optional(uuid),
  m: z.optional(z.literal('e')),
  uuid: z.optional(z.string()),
  /** The rejected request that is being corrected. */
  approval: z.optional(z.string()),
})

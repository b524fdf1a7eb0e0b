import { uuid } from '@notifly/contracts/fields'
import * as z from 'zod/mini'

export const STEPS = ['who', 'what', 'when', 'review'] as const
export type StepId = (typeof STEPS)[number]

/** The parameters in the wizard's address: the step, and the draft or the scheduled campaign that is edited. */
export const wizardState = z.object({
  step: z._default(z.enum(STEPS), 'who'),
  draft: z.optional(z.string()),
  /** Preselected audience of a new campaign. */
  segment: z.optional(uuid),
  m: z.optional(z.literal('e')),
  uuid: z.optional(z.string()),
  /** The rejected request that is being corrected. */
  approval: z.optional(z.string()),
})

/** Maps the fields that the server names in errors to steps of the wizard. */
import type { FieldError } from '@notifly/contracts/errors'
import type { StepId } from './steps.ts'

/** The name is in the wizard's bar, what a channel needs is in the settings. */
export type Place = StepId | 'bar' | 'settings'

export function placeOf(field: string): Place {
  if (field === 'campaignName') return 'bar'
  if (field === 'configuration') return 'settings'
  if (field.startsWith('audience') || field === 'topic_uuid') return 'who'
  return field.startsWith('schedule') ? 'when' : 'what'
}

/** Whether a step has all that it can give; nothing has while the server has not answered. */
export function isStepDone(step: StepId, errors: readonly FieldError[] | undefined): boolean {
  return errors?.every(({ field }) => placeOf(field) !== step) ?? false
}

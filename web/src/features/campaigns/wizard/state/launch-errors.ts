/** Maps the fields named in server errors to steps of the wizard. */
import type { FieldError } from '@notifly/contracts/errors'
import type { StepId } from './steps.ts'

/** The name is in the wizard's bar; whatever a channel lacks is in the application's settings. */
export type Place = StepId | 'bar' | 'settings'

export function placeOf(field: string): Place {
  if (field === 'campaignName') return 'bar'
  if (field === 'configuration') return 'settings'
  if (field.startsWith('audience') || field === 'topic_uuid') return 'who'
  return field.startsWith('schedule') ? 'when' : 'what'
}

/** Whether a step has no errors left. False until the server has answered. */
export function isStepDone(step: StepId, errors: readonly FieldError[] | undefined): boolean {
  return errors?.every(({ field }) => placeOf(field) !== step) ?? false
}

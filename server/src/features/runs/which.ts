import type { WhichRuns } from './runs.ts'

/** Returns the run, or the runs, that the parameters of a call identify, of the caller's application. */
export function runFilterOf(
  params: { notification_type: string; uuid: string },
  { applicationId }: { applicationId: string },
): WhichRuns {
  return { applicationId, channel: params.notification_type, id: params.uuid.toLowerCase() }
}

import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { isOpen } from '../run/run-figures.ts'

export interface RunPanelsProps {
  run: RunProgress
  /** The recipients behind a figure. */
  linkTo: (filter: { link?: string }) => string
}

const POLL_MS = 5000
/** Readers answer for days after the last message. */
const QUIET_POLL_MS = 30_000

/** What names a run in calls, and how often to read again what readers do with it. */
export function panelOf(run: RunProgress) {
  const params = { notification_type: run.notification_type, uuid: run.run_uuid }
  return { params, pollMs: isOpen(run) ? POLL_MS : QUIET_POLL_MS }
}

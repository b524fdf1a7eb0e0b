import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { isOpen } from '../run/run-figures.ts'

export interface RunPanelsProps {
  run: RunProgress
  /** Path to the recipients behind a figure. */
  linkTo: (filter: { link?: string; status?: string; domain?: string; open_span?: string }) => string
}

const POLL_MS = 5000
/** Readers keep reacting for days after the last message. */
const QUIET_POLL_MS = 30_000

/** The parameters that identify the run in API calls, and how often to poll its panels. */
export function panelOf(run: RunProgress) {
  const params = { notification_type: run.notification_type, uuid: run.run_uuid }
  return { params, pollMs: isOpen(run) ? POLL_MS : QUIET_POLL_MS }
}

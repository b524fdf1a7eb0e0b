/**
 * Logs responses of endpoints: failures in full, successes as a count per hour. Neither the endpoint's URL nor the request is logged: the
 * URL may allow writing to the endpoint, and requests contain personal data.
 */
import { MASK } from '@notifly/contracts/approvals/holding'
import { english } from '@notifly/contracts/sentences/english'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { countLog, type LogDeps, writeSampledLog } from '../../../engine/log/log-writer.ts'
import type { LogNote } from '../../../engine/log/log-entry.ts'
import type { WebhookRequest } from './bodies.ts'
import type { Exchange } from './send.ts'

interface Told {
  applicationId: string
  /** The webhook's. */
  name: string
  url: string
}

export function logAttempt(
  deps: LogDeps,
  { applicationId, name, url }: Told,
  webhookRequest: WebhookRequest,
  exchange: Exchange,
): void {
  const { ok, status, answer, failure } = exchange
  const note: LogNote = {
    applicationId,
    kind: 'webhook',
    channel: null,
    status,
    isGood: ok,
    method: 'POST',
    endpoint: `${new URL(url).origin}/${MASK}`,
    currentStatus: ok ? 'ok' : 'failed',
    source: name,
    receiver: '',
    response: '',
    payload: '',
  }
  if (ok) return countLog(deps, note)
  const response = answer === '' && failure !== null ? english(failure) : answer
  const events = webhookRequest.messages.map(({ event }) => webhookEvent(event)?.name)
  writeSampledLog(deps, { ...note, response, payload: JSON.stringify({ 'webhook-id': webhookRequest.id, events }) })
}

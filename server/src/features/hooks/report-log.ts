/** Log entries about reports: their sender and their result. */
import { channelNamed } from '../../channels/registry.ts'
import { type LogDeps, writeSampledLog } from '../../engine/log/log-writer.ts'
import type { Report } from './report-queries.ts'
import type { Reading } from './reporting.ts'

/** A longer body is not decoded at all. */
const SHOWN_BYTES = 65_536

interface Came {
  applicationId: string
  channel: string | null
  provider: string
  method: string
  query: Readonly<Record<string, string>>
  body: Buffer
}

/** Logs the result of processing a report; if it is retried, only that of the first attempt. */
export function logReading(deps: LogDeps, report: Report, reading: Reading, isFirst: boolean): void {
  if (reading.next === 'again' && !isFirst) return
  const { applicationId, channel, provider, call, raw: body } = report
  const came = { applicationId, channel, provider, method: call?.method ?? 'SMTP', query: call?.query ?? {}, body }
  const [event] = reading.events
  const response = reading.error ?? ''
  note(deps, came, { status: 200, isGood: reading.next === 'done', currentStatus: reading.outcome, response }, event)
}

/** Logs a call that was not stored. */
export function logRefusal(
  deps: LogDeps,
  came: Came,
  refusal: { status: number; currentStatus: string; response: string },
) {
  note(deps, came, { ...refusal, isGood: false })
}

function note(
  deps: LogDeps,
  { applicationId, channel, provider, method, query, body }: Came,
  became: { status: number; isGood: boolean; currentStatus: string; response: string },
  delivery?: { runId: string; seq: number },
): void {
  const asked = new URLSearchParams(query).toString()
  writeSampledLog(deps, {
    ...became,
    applicationId,
    kind: 'incoming',
    channel: channelNamed(channel ?? '')?.name ?? (method === 'SMTP' ? 'email' : null),
    method,
    endpoint: method === 'SMTP' ? 'smtp' : `/hooks/${provider}${asked === '' ? '' : `?${asked}`}`,
    source: provider,
    receiver: '',
    payload: body.length > SHOWN_BYTES ? `[${body.length} bytes]` : body.toString(),
    ...(delivery && { delivery: { runId: delivery.runId, seq: delivery.seq } }),
  })
}

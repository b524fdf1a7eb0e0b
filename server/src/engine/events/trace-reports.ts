/** The last span of a message: what its provider reported. */
import type { Database } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { createBudget } from '../../lib/tracing/budget.ts'
import { isTracing, startSpan } from '../../lib/tracing/tracing.ts'
import { isShown } from '../../lib/tracing/thin-out.ts'
import type { DeliveryEvent } from './apply-events.ts'
import { selectTraces } from './trace-queries.ts'

/** Of a run with a million recipients, 144 are shown; single messages, of which a trace has few, are all shown. */
const SHOWN_RECIPIENTS = 16
/** Providers decide how often they report; this bounds how much is stored. */
const mayShow = createBudget({ perSecond: 50, atOnce: 200 })

/**
 * Adds a span per report to the traces of the messages. Does nothing without a collector, and never rejects. `startMs`: when reading began,
 * milliseconds since 1970.
 */
export async function traceReports(
  { database, log }: { database: Database; log: Log },
  events: readonly DeliveryEvent[],
  startMs: number,
): Promise<void> {
  const reports = isTracing() ? events.filter(event => event.source === 'provider') : []
  if (reports.length === 0) return
  const traces = await selectTraces(database.pool, reports).catch((error: unknown) => {
    log.debug({ err: error }, 'traces of reports could not be read')
    return []
  })
  const byDelivery = new Map(traces.map(each => [`${each.runId} ${each.seq}`, each]))
  for (const { runId, seq, kind } of reports) {
    const known = byDelivery.get(`${runId} ${seq}`)
    if (known === undefined || (known.messageId === null && !isShown(seq, SHOWN_RECIPIENTS)) || !mayShow()) continue
    const { channel, messageId, trace, applicationId } = known
    const attributes = {
      'messaging.system': 'notifly',
      'messaging.operation.name': 'report',
      'messaging.destination.name': channel,
      ...(messageId === null ? { 'notifly.run.id': runId } : { 'messaging.message.id': messageId }),
      'notifly.application.id': applicationId,
      'notifly.event': kind,
    }
    startSpan({ name: `report ${channel}`, kind: 'consumer', attributes, startMs }, trace)?.end()
  }
}

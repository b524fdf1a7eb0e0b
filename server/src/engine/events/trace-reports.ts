/** Traces of deliveries, found again for what comes after the hand-over: what providers report, and what webhooks tell of it. */
import type { Database } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { createBudget } from '../../lib/tracing/budget.ts'
import { isTracing, startSpan } from '../../lib/tracing/tracing.ts'
import { isShown } from '../../lib/tracing/thin-out.ts'
import type { DeliveryEvent } from './apply-events.ts'
import { type DeliveryKey, type DeliveryTrace, selectTraces } from './trace-queries.ts'

/** Of a run with a million recipients, 144 are shown; single messages, of which a trace has few, are all shown. */
const SHOWN_RECIPIENTS = 16
/** Providers decide how often they report; this bounds how much is stored. */
const mayShow = createBudget({ perSecond: 50, atOnce: 200 })

interface TraceDeps {
  database: Database
  log: Log
}

type FindTrace = (key: Pick<DeliveryKey, 'runId' | 'seq'>) => DeliveryTrace | undefined

/**
 * Finds the traces of deliveries that are shown: of single messages all, of a campaign's recipients a sample. Without a collector it finds
 * none, and reads nothing. Never rejects.
 */
export async function findTraces({ database, log }: TraceDeps, keys: readonly DeliveryKey[]): Promise<FindTrace> {
  if (!isTracing() || keys.length === 0) return () => undefined
  const traces = await selectTraces(database.pool, keys).catch((error: unknown) => {
    log.debug({ err: error }, 'traces of deliveries could not be read')
    return []
  })
  const shown = traces.filter(({ messageId, seq }) => messageId !== null || isShown(seq, SHOWN_RECIPIENTS))
  const byDelivery = new Map(shown.map(each => [`${each.runId} ${each.seq}`, each]))
  return ({ runId, seq }) => byDelivery.get(`${runId} ${seq}`)
}

/** Adds a span per report to the traces of the messages. Never rejects. `startMs`: when reading began, milliseconds since 1970. */
export async function traceReports(deps: TraceDeps, events: readonly DeliveryEvent[], startMs: number): Promise<void> {
  const reports = events.filter(event => event.source === 'provider')
  const traceOf = await findTraces(deps, reports)
  for (const report of reports) {
    const known = traceOf(report)
    if (known === undefined || !mayShow()) continue
    const { channel, messageId, trace, applicationId, runId } = known
    const attributes = {
      'messaging.system': 'notifly',
      'messaging.operation.name': 'report',
      'messaging.destination.name': channel,
      ...(messageId === null ? { 'notifly.run.id': runId } : { 'messaging.message.id': messageId }),
      'notifly.application.id': applicationId,
      'notifly.event': report.kind,
    }
    startSpan({ name: `report ${channel}`, kind: 'consumer', attributes, startMs }, trace)?.end()
  }
}

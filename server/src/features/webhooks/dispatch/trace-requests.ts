/** Spans of requests to endpoints: each continues the trace of a message that the request is about. Neither has the endpoint's address. */
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { findTraces } from '../../../engine/events/trace-reports.ts'
import type { Deps } from '../../../http/deps.ts'
import { createBudget } from '../../../lib/tracing/budget.ts'
import type { Span } from '../../../lib/tracing/spans.ts'
import { startSpan } from '../../../lib/tracing/tracing.ts'
import type { WebhookKey } from '../queries.ts'
import type { WebhookRequest } from './bodies.ts'
import type { DueMessage } from './message-queries.ts'
import type { Exchange } from './send.ts'

/** Recipients and endpoints decide how many requests there are; this bounds how much is stored. */
const mayShow = createBudget({ perSecond: 50, atOnce: 200 })

/**
 * Returns how to start the span of a request. It is null if no message of the request is traced; of several, the first traced one has the
 * span.
 */
export async function traceWebhookRequests(
  deps: Pick<Deps, 'database' | 'log'>,
  { applicationId, webhookId }: WebhookKey,
  due: readonly DueMessage[],
): Promise<(webhookRequest: WebhookRequest) => Span | null> {
  const keys = due.flatMap(({ runId, seq }) => (runId === null || seq === null ? [] : [{ applicationId, runId, seq }]))
  const findTrace = await findTraces(deps, keys)
  return ({ messages }) => {
    for (const { runId, seq, event, tries } of messages) {
      const known = runId === null || seq === null ? undefined : findTrace({ runId, seq })
      if (known === undefined) continue
      const attributes = {
        'messaging.system': 'notifly',
        'messaging.operation.name': 'send',
        'messaging.operation.type': 'send',
        'messaging.destination.name': 'webhook',
        'messaging.batch.message_count': messages.length,
        ...(known.messageId === null ? { 'notifly.run.id': known.runId } : { 'messaging.message.id': known.messageId }),
        'notifly.application.id': applicationId,
        'notifly.webhook.id': webhookId,
        'notifly.event': webhookEvent(event)?.name ?? '',
        'notifly.attempt': tries + 1,
      }
      return mayShow() ? startSpan({ name: 'send webhook', kind: 'client', attributes }, known.trace) : null
    }
    return null
  }
}

/** Ends the span of a request with what the endpoint answered. */
export function endRequestSpan(span: Span | null, { ok, status, failure }: Exchange): void {
  if (span === null) return
  if (status > 0) span.set({ 'http.response.status_code': status })
  if (!ok) span.fail(failure?.key ?? String(status))
  span.end()
}

/** What tests of webhooks begin with: an endpoint, something that happens, and a clock that is ahead. */
import type { Webhook, WebhookAttempt } from '@notifly/contracts/webhooks/webhooks'
import { type DeliveryEvent, applyEvents } from '../engine/events/apply-events.ts'
import { Dispatcher } from '../features/webhooks/dispatch/dispatcher.ts'
import type { ApplicationOwner, TestApp } from './app.ts'
import { sentRun } from './engine/sent-run.ts'

/** Of the catalogue (contracts/src/webhooks/events.ts). */
export const EMAIL = { sent: 101, delivered: 102, opened: 103, clicked: 104, bounced: 105, skipped: 109 } as const

const HOUR_MS = 3_600_000

export function webhooksOf(kit: TestApp) {
  const create = async (who: { bearer: string }, body: object) => {
    const given = { name: 'Orders', platforms: ['email'], events: [EMAIL.opened], ...body }
    const reply = await kit.call<{ uuid: string; secret: string }>('POST', '/api/webhook', {
      bearer: who.bearer,
      body: given,
    })
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return { ...reply.data, body: given }
  }
  const read = async (who: { bearer: string }, uuid: string) => {
    const { data } = await kit.call<Webhook[]>('GET', `/api/webhook?uuid=${uuid}`, { bearer: who.bearer })
    return data[0]
  }
  const attempts = (who: { bearer: string }, uuid: string, query = '') =>
    kit.call<WebhookAttempt[]>('GET', `/api/webhook/attempts?uuid=${uuid}${query}`, { bearer: who.bearer })
  return {
    create,
    read,
    attempts,
    /** A run of three sent mails, before any endpoint is there. */
    run: (who: ApplicationOwner, contacts = 3) => sentRun(kit.database, who.applicationId, { contacts }),
    /** Events of messages of the run. */
    happen: (who: ApplicationOwner, runId: string, kind: DeliveryEvent['kind'], seqs: number[], more = {}) =>
      applyEvents(
        kit.database,
        seqs.map(seq => ({
          applicationId: who.applicationId,
          runId,
          seq,
          kind,
          at: new Date(),
          source: 'recipient',
          bot: false,
          ...more,
        })),
      ),
    /** The same installation so many hours later. */
    later: (hours: number) => {
      const clock = { now: () => new Date(kit.clock.now().getTime() + hours * HOUR_MS) }
      return { ...kit.deps, clock }
    },
    /** Sends everything that is due then. A millisecond ahead: PostgreSQL counts microseconds, so what it noted just now may lie beyond this process's clock. */
    dispatch: async (hours = 0, options: { timeoutMs?: number } = {}) => {
      const clock = { now: () => new Date(kit.clock.now().getTime() + hours * HOUR_MS + 1) }
      const dispatcher = new Dispatcher({ ...kit.deps, clock }, options)
      while ((await dispatcher.look()) > 0) await dispatcher.settle()
      dispatcher.close()
    },
  }
}

/**
 * Sends events to endpoints. An endpoint's turn is a lease: one process has it at a time, for a few seconds while others wait, and the
 * endpoints that wait longest come first, so that a slow or dead one delays no other. What a killed process was sending is still due, and
 * the process with the next turn sends it: at least once, with the same id.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../../http/deps.ts'
import type { HostLookup } from '../../../lib/network/net-guard.ts'
import { createAddressCheck } from '../../../lib/network/net-guard.ts'
import type { WebhookKey } from '../queries.ts'
import { openWebhookSecret } from '../secrets.ts'
import { logAttempt } from './attempt-log.ts'
import { bodiesOf, webhookRequestsOf } from './bodies.ts'
import { claimEndpoints, dropUnknown, release, renewLeases, selectClaimed, selectDue } from './message-queries.ts'
import { EndpointResults } from './results.ts'
import { createAgents, sendSigned, type Sending } from './send.ts'
import { FAILURES_MAX } from './standing.ts'
import { endRequestSpan, traceWebhookRequests } from './trace-requests.ts'

export type DispatchDeps = Pick<Deps, 'config' | 'database' | 'secrets' | 'clock' | 'log'>

/** Concurrent turns. */
const TURNS_MAX = 200
const TURN_MS = 10_000
/** The thread's own connections: however many endpoints have a turn, the rest of the process keeps its own. */
export const CONNECTIONS = 6
/** Messages per read, or as many as the concurrent requests contain. */
const ROUND_MESSAGES = 100
export const IN_FLIGHT_MAX = 10
/**
 * Of one endpoint. PostgreSQL's work for an event has no lower priority than a campaign's: an endpoint that was told of it as fast as it
 * could took a fifth of the campaign's speed.
 */
export const EVENTS_PER_SECOND = 3000
const RENEW_MS = 5000
const LOOK_MS = 500

interface DispatchOptions {
  /** Of one request. */
  timeoutMs?: number
  /** How names are looked up. */
  lookup?: HostLookup
}

export class Dispatcher {
  readonly #deps: DispatchDeps
  readonly #sending: Sending
  readonly #agents = createAgents()
  readonly #owner = randomUUID()
  readonly #turns = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  #renewedMs = performance.now()
  /** When it last had something to tell. */
  busyAtMs = performance.now()

  constructor(deps: DispatchDeps, options: DispatchOptions = {}) {
    this.#deps = deps
    const isAllowed = createAddressCheck({ allowPrivate: deps.config.allowPrivateTargets })
    this.#sending = { isAllowed, agents: this.#agents, ...options }
  }

  /** Begins the turns of endpoints that have something due. Returns how many; waits for none of them. */
  async look(): Promise<number> {
    const { database, clock } = this.#deps
    await this.#renew()
    if (this.#turns.size > 0) this.busyAtMs = performance.now()
    const limit = TURNS_MAX - this.#turns.size
    if (limit <= 0) return 0
    const keys = await claimEndpoints(database.kysely, { owner: this.#owner, now: clock.now(), limit })
    for (const key of keys) {
      const turn = this.#turn(key).finally(() => this.#turns.delete(key.webhookId))
      this.#turns.set(key.webhookId, turn)
    }
    return keys.length
  }

  /** Resolves when no turn is under way. */
  async settle(): Promise<void> {
    while (this.#turns.size > 0) await Promise.all(this.#turns.values())
  }

  /** Looks again and again; the answer stops it, and lets requests that are under way finish. */
  start(): () => Promise<void> {
    const { signal } = this.#stopping
    const loop = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.look().catch((error: unknown) =>
          this.#deps.log.error({ err: error }, 'webhooks that are due could not be read'),
        )
        await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
      }
    }
    const ended = loop()
    return async () => {
      this.#stopping.abort()
      await ended
      await this.settle()
      this.#agents.destroy()
    }
  }

  /** Ends kept connections. */
  close(): void {
    this.#agents.destroy()
  }

  /** An endpoint whose lease was lost notices at its next round. */
  async #renew(): Promise<void> {
    if (this.#turns.size === 0 || performance.now() - this.#renewedMs < RENEW_MS) return
    this.#renewedMs = performance.now()
    await renewLeases(this.#deps.database.kysely, this.#owner, [...this.#turns.keys()])
  }

  async #turn(key: WebhookKey): Promise<void> {
    const { database, log } = this.#deps
    const endMs = performance.now() + TURN_MS
    try {
      while (performance.now() < endMs && !this.#stopping.signal.aborted) {
        const beganMs = performance.now()
        const events = await this.#round(key, endMs)
        if (events === 0) break
        const restMs = (1000 * events) / EVENTS_PER_SECOND - (performance.now() - beganMs)
        if (restMs > 1) await delay(restMs)
      }
    } catch (error) {
      log.error({ err: error, webhookId: key.webhookId }, 'a webhook could not be told; trying again')
      // Not at once: what failed may be the database.
      await delay(LOOK_MS)
    }
    await release(database.kysely, this.#owner, key).catch((error: unknown) =>
      log.warn({ err: error }, 'the turn of a webhook ends with its lease'),
    )
  }

  /** Some of what is due. Returns how many events; none when nothing is due, or the turn is over. */
  async #round(key: WebhookKey, endMs: number): Promise<number> {
    const { database, secrets, clock } = this.#deps
    const db = database.kysely
    const now = clock.now()
    const endpoint = await selectClaimed(db, this.#owner, key, now)
    if (endpoint === undefined) return 0
    // One that has failed so often gets one request, which shows whether it is back.
    const hasRested = endpoint.failures >= FAILURES_MAX
    const most = Math.max(ROUND_MESSAGES, endpoint.batch * IN_FLIGHT_MAX)
    const due = await selectDue(db, key, now, hasRested ? endpoint.batch : most)
    if (due.length === 0) return 0
    const sealed = endpoint.oldSecret === null ? [endpoint.secret] : [endpoint.secret, endpoint.oldSecret]
    const keys = sealed.map(each => openWebhookSecret(secrets, key, each))
    const bodies = await bodiesOf(db, key.applicationId, due)
    if (bodies.length < due.length) await dropUnknown(db, key, due)
    const webhookRequests = webhookRequestsOf(bodies, endpoint.batch, now)
    const startSpan = await traceWebhookRequests(this.#deps, key, due)
    const results = new EndpointResults(this.#deps, key, endpoint)
    const queue = webhookRequests.slice(0, hasRested ? 1 : webhookRequests.length).values()
    const sendNext = async (): Promise<void> => {
      for (const webhookRequest of queue) {
        if (results.isOver || this.#stopping.signal.aborted || performance.now() >= endMs) return
        const timestamp = Math.floor(clock.now().getTime() / 1000)
        const message = { id: webhookRequest.id, timestamp, body: webhookRequest.body }
        const span = startSpan(webhookRequest)
        const exchange = await sendSigned({ url: endpoint.url, keys }, message, this.#sending)
        endRequestSpan(span, exchange)
        results.add(webhookRequest, exchange)
        logAttempt(this.#deps, { ...key, ...endpoint }, webhookRequest, exchange)
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, sendNext))
    await results.settle()
    return results.isOver ? 0 : due.length
  }
}

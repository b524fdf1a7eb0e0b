/**
 * Turns opens and clicks into events. A hit is stored before the response, waits two seconds for other requests of its network, and then
 * becomes an event. No crash loses one: stored hits are processed later, and their event carries the hit's id, so that processing one again
 * adds nothing.
 */
import type { FastifyRequest } from 'fastify'
import { performance } from 'node:perf_hooks'
import { transaction } from '../../db/transaction.ts'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import type { Deps } from '../../http/deps.ts'
import { type DeliveryRef, TRAP_LINK_NO } from '../../lib/delivery-token.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { GroupCommit } from '../../lib/group-commit.ts'
import { type BotReason, readVisitor } from './machines.ts'
import {
  deleteHits,
  insertHits,
  lockSweep,
  selectDueHits,
  selectLinkCounts,
  selectBotReaders,
  type WaitingHit,
} from './queries.ts'

const LARGEST_BATCH = 500
const SWEEP_MS = 500
const SWEEP_HITS = 2_000
/** A network that followed the hidden link is taken for a machine for this long. */
const TRAPPED_MS = 60_000

interface Hits {
  /** Resolves when the hit is stored, or is one too many of its message. Never rejects: a reader gets the picture or the page whatever becomes of our notes. */
  record(request: FastifyRequest, ref: DeliveryRef, linkNo: number | null): Promise<void>
  stop(): Promise<void>
}

/** Stores hits, and processes those that have waited. */
export function startHits(deps: Deps): Hits {
  const { database, clock, log, secrets } = deps
  const commit = new GroupCommit<WaitingHit>(hits => insertHits(database.kysely, hits), LARGEST_BATCH)
  const isKept = createHitLimit()
  let sweeping: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping.then(() =>
      sweepHits(deps, clock.now()).then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'opens and clicks could not be applied; trying again'),
      ),
    )
  }, SWEEP_MS)
  return {
    async record(request, ref, linkNo) {
      if (!isKept(ref)) return
      const { botReason, ...detail } = readVisitor(request.method, request.headers)
      const network = secrets
        .sign('network', Buffer.from(networkOf(request.ip)))
        .toString('base64url')
        .slice(0, 12)
      const hit = { ...ref, hitId: uuidv7(), linkNo, atMs: clock.now().getTime(), network, botReason, detail }
      await commit.add(hit).catch((error: unknown) => log.error({ err: error }, 'a hit could not be stored'))
    },
    async stop() {
      clearInterval(timer)
      await commit.settle()
      await sweeping
    },
  }
}

/** Turns hits that have waited into events. Returns how many. */
async function sweepHits({ database }: Pick<Deps, 'database'>, now: Date): Promise<number> {
  const due = new Date(now.getTime() - WINDOW_MS)
  return transaction(database, async ({ client }) => {
    if (!(await lockSweep(client))) return 0
    const hits = await selectDueHits(client, due, SWEEP_HITS)
    if (hits.length === 0) return 0
    const groups = Map.groupBy(hits, readerOf)
    const linkCounts = await selectLinkCounts(client, [...new Set(hits.map(hit => hit.runId))])
    const readers = [...groups.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
    const trapped = await selectBotReaders(client, readers, new Date(now.getTime() - TRAPPED_MS))
    const events = [...groups].flatMap(([reader, group]) => {
      const linkCount = linkCounts.get(group[0]?.runId ?? '') ?? 0
      const judged = judge(group, { linkCount, wasTrapped: trapped.has(reader), dueMs: due.getTime() })
      const byId = new Map(group.map(hit => [hit.hitId, hit]))
      return judged.flatMap(({ hitId, botReason }) => {
        const hit = byId.get(hitId)
        return hit === undefined ? [] : [eventOf(hit, botReason)]
      })
    })
    // On a connection of its own; should the deletion fail, the events' ids keep them from counting twice.
    await applyEvents(database, events)
    await deleteHits(
      client,
      events.map(event => event.eventId ?? ''),
    )
    return events.length
  })
}

function readerOf({ runId, seq, network }: WaitingHit): string {
  return `${runId} ${seq} ${network}`
}

function eventOf(hit: WaitingHit, botReason: BotReason | null): DeliveryEvent {
  const { applicationId, runId, seq, linkNo, network, detail } = hit
  return {
    applicationId,
    runId,
    seq,
    kind: linkNo === null ? 'opened' : 'clicked',
    at: new Date(hit.atMs),
    source: 'recipient',
    bot: botReason !== null,
    detail: { ...detail, network, ...(botReason !== null && { bot_reason: botReason }) },
    ...(linkNo !== null && { linkNo }),
    eventId: hit.hitId,
  }
}

// What only several hits together tell: who followed the hidden link, or all links at once, was a machine.

/** Hits wait this long: within that time a machine reveals itself. */
const WINDOW_MS = 2_000

export interface Hit {
  hitId: string
  /** Null: the open pixel. */
  linkNo: number | null
  atMs: number
  botReason: BotReason | null
}

interface Judged {
  hitId: string
  botReason: BotReason | null
}

/**
 * Judges the hits of one network on one message. Returns those that are due and those that are certainly a machine's; the others keep
 * waiting. `linkCount`: tracked links of the message; following a single one is what people do. `wasTrapped`: the network has just followed
 * the hidden link of this message.
 */
export function judge(
  hits: readonly Hit[],
  { linkCount, wasTrapped, dueMs }: { linkCount: number; wasTrapped: boolean; dueMs: number },
): Judged[] {
  const isTrapped = wasTrapped || hits.some(hit => hit.linkNo === TRAP_LINK_NO)
  const inBurst = isTrapped ? new Set<Hit>() : burstOf(hits, linkCount)
  return hits.flatMap(hit => {
    const reason = hit.botReason ?? (isTrapped ? 'trap' : inBurst.has(hit) ? 'burst' : null)
    const isSettled = hit.atMs <= dueMs || isTrapped || inBurst.has(hit)
    return isSettled ? [{ hitId: hit.hitId, botReason: reason }] : []
  })
}

/** All hits of the windows in which every link was followed. */
function burstOf(hits: readonly Hit[], linkCount: number): Set<Hit> {
  const found = new Set<Hit>()
  if (linkCount < 2) return found
  const sorted = [...hits].sort((a, b) => a.atMs - b.atMs)
  for (const [index, first] of sorted.entries()) {
    const window = sorted.slice(index).filter(hit => hit.atMs <= first.atMs + WINDOW_MS)
    const links = new Set(window.flatMap(hit => (hit.linkNo === null ? [] : [hit.linkNo])))
    if (links.size >= linkCount) for (const hit of window) found.add(hit)
  }
  return found
}

// How many opens and clicks of one message are kept. Each is a row, and a holder of the message can request its pixel all day. Counted
// roughly, in memory: a bound for storage, not for truth. That a recipient opened or clicked is known from the first time.

export const HITS_AN_HOUR = 200
const HOUR_MS = 3_600_000
/** Some 20 MB. With more messages than that in an hour, counting restarts. */
const MESSAGES_MAX = 200_000

/** Returns whether this hit is still kept. */
type HitLimit = (ref: DeliveryRef) => boolean

function createHitLimit(): HitLimit {
  const counts = new Map<string, number>()
  let endsMs = 0
  return ({ runId, seq }) => {
    const nowMs = performance.now()
    if (nowMs >= endsMs || counts.size >= MESSAGES_MAX) {
      counts.clear()
      endsMs = nowMs + HOUR_MS
    }
    const key = `${runId} ${seq}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= HITS_AN_HOUR
  }
}

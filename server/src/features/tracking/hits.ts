/**
 * Opens and clicks on their way. A hit is stored before it is answered, waits two seconds for what else its network does,
 * and then becomes an event. A crash at any moment loses none: what is stored is swept up later, and its event carries the
 * hit's id, so that a repeated sweep adds nothing.
 */
import type { FastifyRequest } from 'fastify'
import { transaction } from '../../db/transaction.ts'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import type { Deps } from '../../http/deps.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { judge, WINDOW_MS } from './bursts.ts'
import { GroupCommit } from '../../lib/group-commit.ts'
import { createHitLimit } from './hit-limit.ts'
import { readVisitor, type BotReason } from './machines.ts'
import {
  deleteHits,
  insertHits,
  lockSweep,
  selectDueHits,
  selectLinkCounts,
  selectTrapped,
  type WaitingHit,
} from './queries.ts'

const LARGEST_BATCH = 500
const SWEEP_MS = 500
const SWEEP_HITS = 2_000
/** A machine that followed the hidden link is not taken for a person within this time. */
const TRAPPED_MS = 60_000

export interface Hits {
  /** Resolves when the hit is stored, or is one too many of its message. Never rejects: a reader gets the picture or the page whatever becomes of our notes. */
  record(request: FastifyRequest, ref: DeliveryRef, linkNo: number | null): Promise<void>
  stop(): Promise<void>
}

/** Takes hits, and sweeps up those that have waited. */
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

/** Turns hits that have waited into events. Answers how many. */
export async function sweepHits({ database }: Pick<Deps, 'database'>, now: Date): Promise<number> {
  const due = new Date(now.getTime() - WINDOW_MS)
  return transaction(database, async ({ client }) => {
    if (!(await lockSweep(client))) return 0
    const hits = await selectDueHits(client, due, SWEEP_HITS)
    if (hits.length === 0) return 0
    const groups = Map.groupBy(hits, readerOf)
    const linkCounts = await selectLinkCounts(client, [...new Set(hits.map(hit => hit.runId))])
    const readers = [...groups.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
    const trapped = await selectTrapped(client, readers, new Date(now.getTime() - TRAPPED_MS))
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

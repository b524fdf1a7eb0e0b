/** Hands the messages of one batch to its channel's sender, and turns what comes back into outcomes. */
import { inWords } from '@notifly/contracts/sentences/english'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { HandOverHooks, Rejected, Settled } from '../../channels/provider.ts'
import { channelNamed, isOfDevices } from '../../channels/registry.ts'
import { withAnswer } from '../../lib/stored-words.ts'
import type { Engine } from '../engine.ts'
import type { Intent, SettledIntent } from '../record/journal.ts'
import { blockLane, rememberSettings, reserveSlots, unblockLane } from '../batches/lane-queries.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import { MAX_ATTEMPTS, recordOutcome } from '../record/outcomes.ts'
import { pauseRun } from '../runs/runs.ts'
import { refuseAll } from '../streams/own-messages.ts'
import { STATE } from '../states.ts'

/** A message of any channel, with the delivery that it belongs to. */
export type RenderedMessage = object & Intent & { handedOverMs?: number; wasInDoubt?: true | null }

type Messages = Iterable<RenderedMessage | Promise<RenderedMessage>>

/**
 * Hands over `messages`, at most `most` of them. Returns whether every message has its outcome; false releases the batch, for later or for
 * another worker.
 */
export async function handOver(
  engine: Engine,
  batch: LeasedBatch,
  { messages, most }: { messages: Messages; most: number },
): Promise<boolean> {
  const { ratePerSecond } = batch.claim
  const { pool } = engine.database
  const source = ratePerSecond === null ? messages : throttle(messages, batch, pool, { ratePerSecond, most })
  const end = await engine.senders.use(batch.claim, sender => sender.handOver(source, hooksFor(engine, batch)))
  if (end === undefined) engine.restLane(batch.claim.laneId)
  if (end?.end === 'rejected') {
    engine.handOverLog.rejected(batch, end.rejection)
    if (batch.claim.isTest || (batch.claim.isStream && end.rejection.wholeRun)) {
      await refuseAll(engine, batch, end.rejection)
      return !batch.isStopped
    }
    await hold(engine, batch, end.rejection)
  }
  return end?.end === 'done' && !batch.isStopped
}

/** Pauses the run or blocks the lane, with the reason for the people who can fix it. */
function hold(engine: Engine, batch: LeasedBatch, rejection: Rejected): Promise<void> {
  const reason = channelNamed(batch.claim.channel)?.reasonSentence(rejection.reason) ?? rejection.reason
  const words = withAnswer(reason, rejection.answer)
  if (rejection.wholeRun) return pauseFor(engine, batch, words)
  return blockFor(engine, batch, words, rejection.retryAfterMs)
}

/** Pauses this run until a person resumes it; other runs of the lane go on. */
export async function pauseFor({ database }: Engine, batch: LeasedBatch, words: Words): Promise<void> {
  const { applicationId, runId } = batch.claim
  await database.kysely.transaction().execute(tx => pauseRun(tx, { applicationId, runId }, words))
}

/** Blocks the lane for at least `leastMs`; its runs and its configuration show these words. */
export async function blockFor(
  { database, clock, tuning, log }: Engine,
  batch: LeasedBatch,
  words: Words,
  leastMs = 0,
): Promise<void> {
  log.warn({ applicationId: batch.claim.applicationId, reason: inWords(words).message }, 'a channel fails as a whole')
  await blockLane(database.kysely, batch.claim, words, { now: clock.now(), waitsMs: tuning.blockMs, leastMs })
}

function hooksFor(engine: Engine, batch: LeasedBatch): HandOverHooks<RenderedMessage> {
  const { recorder, stage, clock } = engine
  const ofDevices = isOfDevices(batch.claim.channel)
  let isFailing = batch.claim.isLaneFailing
  return {
    turn: (settled, next) => {
      const intents = settled.length === 0 ? [] : settle(engine, batch, settled)
      if (settled.length > 0) engine.handOverLog.settled(batch, settled)
      if (settled.length > 0) batch.trace?.settle(settled)
      const may = next !== undefined && batch.mayStart()
      // A device that registers after this time is alive, whatever the answer says.
      if (may && ofDevices) next.handedOverMs = clock.now().getTime()
      if (may) batch.trace?.start(next)
      if (intents.length > 0 || may) recorder.turn(batch, intents, may ? next : null)
      if (isFailing && intents.some(intent => intent.outcome?.state === STATE.sent)) {
        isFailing = false
        unblock(engine, batch)
      }
      if (intents.length > 0) stage('answered')
      if (may) stage('intent')
      return may
    },
    commit: () => recorder.commit(),
    mayStillSend: () => batch.mayStart(),
    remember: settings => remember(engine, batch, settings),
  }
}

/** A test send is tried once: its sender waits for the first answer, and does not want the message hours later. */
const attemptsOf = ({ isTest }: LeasedBatch['claim']): number => (isTest ? 1 : MAX_ATTEMPTS)

function settle(
  { clock, tuning }: Engine,
  batch: LeasedBatch,
  settled: readonly Settled<RenderedMessage>[],
): SettledIntent[] {
  const { claim } = batch
  const nowMs = clock.now().getTime()
  return settled.map(({ message, outcome }) => {
    const { seq, n, handedOverMs } = message
    const recorded = recordOutcome(outcome, message, nowMs, attemptsOf(claim))
    if (recorded?.suppress && handedOverMs !== undefined) recorded.handedOverMs = handedOverMs
    const isPutOff = outcome.kind === 'deferred' || outcome.kind === 'unknown'
    if (isPutOff && recorded?.state === STATE.pending) {
      const leastMs = outcome.kind === 'deferred' ? outcome.retryAfterMs : undefined
      const waits = waitIndex(outcome.kind === 'deferred' ? outcome.reason : 'in_doubt', n, leastMs !== undefined)
      batch.retryAt(nextAttemptAt(waits, nowMs, tuning.backoffMs, leastMs), n, seq)
    }
    return { seq, n, outcome: recorded }
  })
}

/** If storing fails, the next batch finds out again. */
function remember({ database, log }: Engine, { claim }: LeasedBatch, learnt: Readonly<Record<string, string>>): void {
  log.info({ applicationId: claim.applicationId, ...learnt }, 'a provider has shown something of itself')
  rememberSettings(database.pool, claim.configuration, learnt).catch((error: unknown) =>
    log.warn({ err: error }, 'what a provider has shown of itself is not kept'),
  )
}

function unblock({ database, log }: Engine, batch: LeasedBatch): void {
  unblockLane(database.kysely, batch.claim).catch((error: unknown) =>
    log.warn({ err: error }, 'a lane stays marked as failing'),
  )
}

// When a deferred message is retried.

/** How many of the first waits are for a server that is busy for a moment. */
const QUICK_WAITS = 3

// Faults of the server, not of the recipient: a moment later it may accept the message.
const PASSING: ReadonlySet<string> = new Set([
  'rate_limited',
  'temporary_failure',
  'server_closing',
  'connection_refused',
  'connection_timeout',
])

/**
 * The index of the wait for a message that was deferred for this reason at attempt `n`. Passing faults, and deferrals with a time from the
 * provider (`hasTime`), start with the quick waits. Greylisting, full mailboxes and switched-off phones get the longer ones, and so does a
 * message in doubt: by then a report may have said that it arrived.
 */
export function waitIndex(reason: string, n: number, hasTime = false): number {
  return hasTime || PASSING.has(reason) ? n : Math.max(n, QUICK_WAITS + 1)
}

/**
 * The time of the next attempt, in milliseconds since 1970: `waitsMs[waits - 1]` after `lastMs`, but at least `leastMs` after it. Rounded
 * up to a quarter of the wait, so that messages deferred at about the same time share a list.
 */
export function nextAttemptAt(waits: number, lastMs: number, waitsMs: readonly number[], leastMs = 0): number {
  const waitMs = waitsMs[Math.min(waits, waitsMs.length) - 1] ?? 0
  const stepMs = Math.max(1, Math.floor(waitMs / 4))
  return Math.ceil((lastMs + Math.max(waitMs, leastMs)) / stepMs) * stepMs
}

// Limits messages to the lane's rate, over all workers together.

/** How long in advance a worker reserves slots: those that it holds are lost to the others if it stops. */
const RESERVED_SECONDS = 0.25
/** How late a slot may still be used. */
const LATE_MS = RESERVED_SECONDS * 1000

/** Consecutive slots of a lane. */
interface Slots {
  /** `performance.now()` of the first one that is left. */
  dueAt: number
  left: number
}

/**
 * Yields messages at the times that the lane grants; ends early when the batch is stopped. No slot is wasted: it reserves no more than
 * there are messages (`most`), and reserves the next ones before the last ones are used, so that the round trip to the database costs none.
 * Slots are given up only if no message could use them in time, because connections idled or the machine stalled: used later they would add
 * to what other workers send.
 */
export async function* throttle<M>(
  messages: Iterable<M | Promise<M>>,
  batch: LeasedBatch,
  pool: pg.Pool,
  lane: { ratePerSecond: number; most: number },
): AsyncGenerator<M> {
  const { ratePerSecond } = lane
  const atOnce = Math.max(1, Math.floor(ratePerSecond * RESERVED_SECONDS))
  let unreserved = lane.most
  const reserve = async (): Promise<Slots> => {
    const count = Math.max(1, Math.min(atOnce, unreserved))
    unreserved -= count
    const waitMs = await reserveSlots(pool, batch.claim.slotLaneId, count, ratePerSecond)
    return { dueAt: performance.now() + waitMs, left: count }
  }
  let slots: Slots = { dueAt: 0, left: 0 }
  let next: Promise<Slots> | undefined
  for (const message of messages) {
    unreserved += forfeit(slots, ratePerSecond)
    while (slots.left === 0) {
      slots = await (next ?? reserve())
      next = undefined
      unreserved += forfeit(slots, ratePerSecond)
    }
    await sleepUntil(slots.dueAt, batch.stopSignal)
    if (batch.isStopped) return
    slots.left--
    slots.dueAt += 1000 / ratePerSecond
    if (next === undefined && unreserved > 0 && atOnce > 1 && slots.left <= atOnce / 2) {
      next = reserve()
      // Handled where it is awaited.
      next.catch(() => undefined)
    }
    yield await message
  }
}

/** Gives up slots whose time is long past. Returns how many. */
function forfeit(slots: Slots, ratePerSecond: number): number {
  const stepMs = 1000 / ratePerSecond
  const lateMs = performance.now() - slots.dueAt - Math.max(LATE_MS, stepMs)
  const lost = lateMs <= 0 ? 0 : Math.min(slots.left, Math.ceil(lateMs / stepMs))
  slots.left -= lost
  slots.dueAt += lost * stepMs
  return lost
}

async function sleepUntil(atMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = atMs - performance.now()
  if (waitMs > 1) await delay(waitMs, undefined, { signal }).catch(() => undefined)
}

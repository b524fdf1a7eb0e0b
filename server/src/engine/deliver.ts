/**
 * Read this first. How one batch of recipients passes through the engine:
 *
 *     claim -> check -> render -> hand over -> record
 *
 * claim: lease a batch that no other worker holds (batches/). check: skip contacts who unsubscribed or are suppressed, and defer those in
 * quiet hours. render: one message at a time, when a connection is free (both in this file). hand over: the channel's sender asks before
 * each message whether it may start (sending/). record: to the journal at once, to the database within 100 ms (record/).
 *
 * Before this, a run is created (runs/) and its recipients are fixed (snapshot/); after it, opens, clicks and bounces arrive (events/).
 * ab-tests/ chooses winners; upkeep/ ends what will not be sent, compares counters and drops old months.
 */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Engine } from './engine.ts'
import { type CompiledRun, ConfigurationError, ContentError } from './runs/compiled-runs.ts'
import { blockFor, handOver, nextAttemptAt, pauseFor, type RenderedMessage, waitIndex } from './sending/hand-over.ts'
import type { LeasedBatch } from './batches/leases.ts'
import { traceBatch } from './sending/batch-trace.ts'
import { reasonNumber, reasonOf } from './reasons.ts'
import { type Recorded, recordExpired, recordRenderError, recordSkipped, recordTakenOver } from './record/outcomes.ts'
import {
  type RecipientRow,
  reservePlaces,
  selectRecipients,
  type WantedRecipients,
} from './sending/recipient-queries.ts'
import { failAll, ownFields, mailOf, readOwn, withoutPlace } from './streams/own-messages.ts'
import { quietEnd, type QuietRun, type Zone, zoneOf } from './snapshot/recipient-clock.ts'
import { browserAddress, type Device, TOKEN_FIELD, unsubscribeAddress } from '../channels/channel.ts'
import { addFields } from '../lib/contact-fields.ts'
import { signDelivery } from '../lib/delivery-token.ts'
import { readFlatObject } from '../lib/bulk/flat-json.ts'
import { isTracing, within } from '../lib/tracing/tracing.ts'
import { RenderError } from '../lib/liquid/render-error.ts'
import { shortAddress, signShortLink } from '../lib/links/short-link.ts'
import { wordsOf } from '../lib/stored-words.ts'

/** Delivers one claimed batch, completely or as far as it may. When this resolves, no message of it is in flight. */
export async function deliver(engine: Engine, batch: LeasedBatch): Promise<void> {
  batch.trace = isTracing() ? traceBatch(batch.claim, Date.now()) : null
  await within(batch.trace?.span ?? null, () => work(engine, batch))
  batch.trace?.end()
}

async function work(engine: Engine, batch: LeasedBatch): Promise<void> {
  const { recorder, runs, stage } = engine
  let isDone = false
  try {
    stage('claimed')
    recorder.open(batch)
    const run = await runs.get(batch.claim)
    const { recipients: here, skipped } = await check(engine, batch, run)
    recorder.decide(batch, skipped)
    const recipients = batch.claim.isTakenOver ? doubtAll(engine, batch, run, here) : here
    stage('checked')
    isDone = await handOver(engine, batch, {
      messages: render(engine, batch, run, recipients),
      most: recipients.length,
    })
  } catch (error) {
    isDone = await giveUp(engine, batch, error)
  } finally {
    // Claims the next batch while this one is stored: the connections would idle meanwhile.
    batch.isHandedOver = true
    engine.claimSoon(batch.claim.laneClass)
    const isComplete = await recorder.end(batch, isDone)
    // Whatever kept the batch from being complete, its next attempt must not follow at once.
    if (isDone && !isComplete) engine.restLane(batch.claim.laneId)
    engine.leases.forget(batch)
    stage('completed')
  }
}

/**
 * Nothing is lost: the batch is released. Faults of settings or content are shown to the people who can fix them. Returns whether every
 * delivery of the batch has ended nevertheless.
 */
async function giveUp(engine: Engine, batch: LeasedBatch, error: unknown): Promise<boolean> {
  const fault = faultOfEach(batch, error)
  if (fault !== null) {
    await failAll(engine, batch, fault)
    return !batch.isStopped
  }
  engine.restLane(batch.claim.laneId)
  batch.trace?.fail(error)
  engine.log.error({ err: error, runId: batch.claim.runId }, 'a batch could not be delivered')
  if (error instanceof ConfigurationError) await blockFor(engine, batch, error.words).catch(() => undefined)
  if (error instanceof ContentError) await pauseFor(engine, batch, error.sentence).catch(() => undefined)
  return false
}

/** The reason for which each message of a stream fails; null if the batch waits until the fault is fixed. */
function faultOfEach({ claim: { isStream, isTest } }: LeasedBatch, error: unknown): Words | null {
  if (isStream && error instanceof ContentError) return error.sentence
  return isTest && error instanceof ConfigurationError ? error.words : null
}

// The check: whether a contact still gets the message is read at the last moment, so that one who unsubscribed a minute ago gets none.

/** What a run says about its recipients and its provider. */
interface CheckedRun extends WantedRecipients {
  reportsDelivery: boolean
}

/** Returns the recipients with their data, and those who are skipped with the reason. Recipients who wait for a retry go on its list. */
async function check(
  engine: Engine,
  batch: LeasedBatch,
  wanted: CheckedRun,
): Promise<{ recipients: RecipientRow[]; skipped: Recorded[] }> {
  const rows = await selectRecipients(engine.database.pool, batch.claim, wanted)
  if (batch.claim.isStream) await readOwn(engine, batch, rows)
  batch.trace?.follow(rows)
  const nowMs = engine.clock.now().getTime()
  const recipients: RecipientRow[] = []
  const skipped: Recorded[] = []
  for (const row of rows) {
    if (row.skip !== null) skipped.push(recordSkipped(row.seq, row.attempts, row.skip, nowMs))
    else if (wasPutOff(row, batch, wanted)) putOff(engine, batch, row, nowMs)
    else recipients.push(row)
  }
  const { quiet } = wanted
  if (quiet === null) return withinCap(engine, batch, recipients, skipped)
  const { awake, expired } = deferQuietRecipients(batch, quiet, recipients, nowMs)
  return withinCap(engine, batch, awake, [...skipped, ...expired])
}

/** Runs last, so that only recipients who are written to now use up their frequency cap. */
async function withinCap(engine: Engine, batch: LeasedBatch, recipients: RecipientRow[], skipped: Recorded[]) {
  const { cap } = batch.claim
  if (cap === null || recipients.length === 0) return { recipients, skipped }
  const now = engine.clock.now()
  const seqs = recipients.map(recipient => recipient.seq)
  const without = batch.claim.isStream
    ? await withoutPlace(engine, batch, recipients)
    : await reservePlaces(engine.database.pool, batch.claim, seqs, { cap, now })
  const isOver = (recipient: RecipientRow): boolean => without.has(recipient.seq)
  const over = recipients
    .filter(isOver)
    .map(({ seq, attempts }) => recordSkipped(seq, attempts, 'frequency_cap', now.getTime()))
  return { recipients: recipients.filter(recipient => !isOver(recipient)), skipped: [...skipped, ...over] }
}

const IN_DOUBT = reasonNumber('in_doubt')

/**
 * Whether an earlier lease of this batch tried the delivery and ended before it could put it on a list. A delivery in doubt waits for the
 * provider's report; if the provider sends none, it is retried at once.
 */
function wasPutOff(row: RecipientRow, { claim }: LeasedBatch, { reportsDelivery }: CheckedRun): boolean {
  return row.attempts > claim.attempt && (row.reason !== IN_DOUBT || reportsDelivery)
}

function putOff({ tuning }: Engine, batch: LeasedBatch, row: RecipientRow, nowMs: number): void {
  const waits = waitIndex(reasonOf(row.reason)?.name ?? '', row.attempts)
  const dueMs = nextAttemptAt(waits, row.lastEventMs ?? nowMs, tuning.backoffMs)
  batch.retryAt(Math.max(dueMs, nowMs), row.attempts, row.seq)
}

/**
 * Marks every recipient as in doubt: the message may have been sent by the machine that held the batch. Returns those who get it again now,
 * because the provider never reports whether they have it; the others wait for a report.
 */
function doubtAll(
  engine: Engine,
  batch: LeasedBatch,
  { reportsDelivery }: CheckedRun,
  recipients: readonly RecipientRow[],
): readonly RecipientRow[] {
  const nowMs = engine.clock.now().getTime()
  const marks = recipients.map(recipient => {
    recipient.wasInDoubt = true
    return recordTakenOver(recipient.seq, ++recipient.attempts, nowMs)
  })
  engine.recorder.decide(batch, marks)
  if (!reportsDelivery) return recipients
  for (const row of recipients) putOff(engine, batch, { ...row, reason: IN_DOUBT, lastEventMs: nowMs }, nowMs)
  return []
}

/**
 * Quiet hours: recipients whose quiet hours it is wait on a list until these end, their rows unchanged. Returns those who may be written to
 * now, and those whose run ends before their quiet hours do.
 */
function deferQuietRecipients(
  batch: LeasedBatch,
  { hours, zone, expiresAtMs }: QuietRun,
  rows: readonly RecipientRow[],
  nowMs: number,
): { awake: RecipientRow[]; expired: Recorded[] } {
  const awake: RecipientRow[] = []
  const expired: Recorded[] = []
  const ends = new Map<Zone, number | null>()
  for (const row of rows) {
    const own = zoneOf(row, zone)
    let end = ends.get(own)
    if (end === undefined) ends.set(own, (end = quietEnd(hours, own, Math.floor(nowMs / 1000))))
    if (end === null) awake.push(row)
    else if (expiresAtMs !== null && end * 1000 > expiresAtMs) {
      expired.push(recordExpired(row.seq, row.attempts, 'quiet_past_end', nowMs))
    } else batch.retryAt(end * 1000, Math.max(batch.claim.attempt, row.attempts), row.seq)
  }
  return { awake, expired }
}

// Rendering: each message is written when a connection is ready for it.

/** Yields one message per recipient. A delivery whose message cannot be written fails and names the field to blame; the others go on. */
function* render(
  engine: Engine,
  batch: LeasedBatch,
  run: CompiledRun,
  recipients: readonly RecipientRow[],
): Generator<RenderedMessage> {
  const { costly } = engine
  const { laneId } = batch.claim
  for (const recipient of recipients) {
    if (batch.isStopped) return
    const n = recipient.attempts + 1
    try {
      const message = costly.write(laneId, () => renderOne(engine, batch, run, recipient)) as RenderedMessage
      engine.stage('rendered')
      message.seq = recipient.seq
      message.n = n
      message.wasInDoubt = recipient.wasInDoubt
      yield message
    } catch (error) {
      const { field, words } = blame(engine, error)
      engine.recorder.decide(batch, [recordRenderError(recipient.seq, n, field, words, engine.clock.now().getTime())])
    }
    // Checked after a message, so that each round leaves fewer.
    if (costly.isOver(laneId)) return returnLane(engine, laneId)
  }
}

/** Stands for the delivery's token in test sends: links with it open pages that change nothing. */
const SAMPLE = 'sample'

/**
 * Stops the lane's batches. Messages that were handed over keep their outcome; the rest is claimed again after other lanes had their turn.
 */
function returnLane({ leases, restLane }: Engine, laneId: string): void {
  restLane(laneId)
  for (const batch of leases.held) if (batch.claim.laneId === laneId && !batch.isHandedOver) batch.stop()
}

function renderOne(engine: Engine, batch: LeasedBatch, run: CompiledRun, recipient: RecipientRow): object {
  const { applicationId, runId, isTest } = batch.claim
  const { seq, address, email, own } = recipient
  const token = isTest ? SAMPLE : signDelivery(engine.secrets, { applicationId, runId, seq })
  const unsubscribeUrl = unsubscribeAddress(engine.publicUrl, token)
  const fields = addFields(mergeFields(recipient), recipient, run.columns)
  if (own !== undefined) ownFields(fields, own, address, run)
  fields[TOKEN_FIELD] = token
  fields['unsubscribe_url'] = unsubscribeUrl
  fields['preferences_url'] = unsubscribeUrl
  fields['view_in_browser_url'] = browserAddress(engine.publicUrl, token)
  // As the contact's own system spells the address, if it is still the one that was meant.
  const written = run.addressedBy === 'email' && isSpelling(email, address) ? email : address
  const mail = own && mailOf(recipient, written)
  const write = own ? run.own.for(own.data) : null
  return (write ?? run.write)({
    address: written,
    device: run.addressedBy === 'device' ? deviceOf(recipient) : null,
    fields,
    token: isTest ? '' : token,
    messageId: isTest && own ? own.messageId : `${runId}.${mail === undefined ? seq : (own?.seq ?? seq)}`,
    mail,
    date: engine.clock.now(),
    unsubscribeUrl,
    shortLink: run.shortNo === null ? undefined : shortLinksOf(engine, run.shortNo, seq),
  })
}

function shortLinksOf({ secrets, publicUrl }: Engine, runNo: number, seq: number): (linkNo: number) => string {
  return linkNo => shortAddress(publicUrl, signShortLink(secrets, { runNo, seq, linkNo }))
}

function isSpelling(email: string | null, address: string): email is string {
  return email === address || email?.toLowerCase() === address
}

/** Recipients without a device were skipped before. */
function deviceOf({ platform, endpoint, keys, seenAt }: RecipientRow): Device | null {
  if (platform === undefined || endpoint === undefined) return null
  return { platform, endpoint, keys: keys ?? null, ...(seenAt != null && { seenAt }) }
}

function mergeFields({ merge_fields }: RecipientRow): Record<string, unknown> {
  return merge_fields == null ? {} : readFlatObject(merge_fields)
}

function blame({ log }: Engine, error: unknown): { field: string; words: Words } {
  if (error instanceof RenderError) return { field: error.field, words: error.sentence }
  // A channel's own error names the part of the message.
  if (error instanceof Error && 'part' in error) return { field: String(error.part), words: wordsOf(error) }
  // A defect of ours. One recipient must not hold up the others.
  log.error({ err: error }, 'a message could not be written')
  return { field: '', words: sentence('channels.unwritten') }
}

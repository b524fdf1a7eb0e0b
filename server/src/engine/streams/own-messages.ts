/** The data, content and files that single messages of a stream bring, read when their turn comes. */
import type { Device, MailParts } from '../../channels/channel.ts'
import type { Engine } from '../engine.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import { type Recorded, recordOutcome, recordRenderError } from '../record/outcomes.ts'
import type { CompiledRun } from '../runs/compiled-runs.ts'
import { type RecipientRow, reservePlaces } from '../sending/recipient-queries.ts'
import type { Rejected } from '../../channels/provider.ts'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { ATTEMPT } from '../states.ts'
import { DELIVERIES_MAX, type DeliveredMessage, selectMessages, selectPending } from './message-queries.ts'

/** Adds to each recipient the message of its delivery. One whose message was erased with its person is skipped. */
export async function readOwn(engine: Engine, { claim }: LeasedBatch, rows: readonly RecipientRow[]): Promise<void> {
  const seqs = rows.map(row => row.seq)
  const messages = await selectMessages(engine.database.pool, claim, seqs)
  const bySeq = new Map(messages.map(message => [message.seq, message]))
  for (const row of rows) {
    const message = messageOf(row.seq, bySeq)
    if (message !== undefined) row.own = message
    if (message?.data?.device !== undefined) useDevice(row, message.data.device)
    if (row.skip === null && (message === undefined || message.receiver === '')) row.skip = 'contact_erased'
  }
}

/** Takes the device that the message names, whatever is stored of it. */
function useDevice(row: RecipientRow, { platform, endpoint, keys }: Device): void {
  Object.assign(row, { platform, endpoint, keys })
  if (row.skip === 'device_gone') row.skip = null
}

function messageOf(seq: number, bySeq: ReadonlyMap<number, DeliveredMessage>): DeliveredMessage | undefined {
  for (let first = seq; first > seq - DELIVERIES_MAX; first--) {
    const message = bySeq.get(first)
    if (message !== undefined) return seq < first + message.deliveries ? message : undefined
  }
  return undefined
}

/** Reserves a place of the frequency cap for each message, one after the other. Returns the seqs of those without one. */
export async function withoutPlace(
  engine: Engine,
  { claim }: LeasedBatch,
  recipients: readonly RecipientRow[],
): Promise<Set<number>> {
  const { cap } = claim
  const without = new Set<number>()
  if (cap === null) return without
  const now = engine.clock.now()
  for (const { seq, own } of recipients) {
    const place = own?.messageId ?? claim.runId
    for (const each of await reservePlaces(engine.database.pool, claim, [seq], { cap, now, place })) without.add(each)
  }
  return without
}

/**
 * Adds the values that a message brings to the fields of its contact; where both have one, the message's counts. Without a contact, the
 * address is the only other field.
 */
export function ownFields(
  fields: Record<string, unknown>,
  own: DeliveredMessage,
  address: string,
  { addressedBy }: CompiledRun,
): void {
  if (own.contactId === null && addressedBy !== 'device')
    fields[addressedBy === 'email' ? 'email' : 'phone_number'] = own.data?.to ?? address
  Object.assign(fields, own.data?.merge)
}

/**
 * The header fields that a message sets, the same for its copies; undefined if none. `written`: its receiver, for a message without copies.
 */
export function mailOf({ own }: RecipientRow, written: string): MailParts | undefined {
  const { to, cc = [], replyTo, headers = {} } = own?.data ?? {}
  if (to === undefined && cc.length === 0 && replyTo === undefined && Object.keys(headers).length === 0)
    return undefined
  return { to: to ?? written, cc, replyTo, headers }
}

// Members watch campaigns, but not streams: what would pause a campaign fails each message of a stream, and its sender learns why.

/** For a fault of the content: all messages of the batch fail with these words. */
export async function failAll(engine: Engine, batch: LeasedBatch, words: Words): Promise<void> {
  const nowMs = engine.clock.now().getTime()
  await failEach(engine, batch, ({ seq, attempts }) => recordRenderError(seq, attempts + 1, '', words, nowMs))
}

/** For a refusal by the provider that concerns all messages like these. */
export async function refuseAll(engine: Engine, batch: LeasedBatch, rejection: Rejected): Promise<void> {
  const nowMs = engine.clock.now().getTime()
  const { wholeRun: _, wholeConfiguration, ...refusal } = rejection
  const outcome = { ...refusal, wholeConfiguration: false }
  await failEach(engine, batch, ({ seq, attempts }) => {
    const recorded = recordOutcome(outcome, { seq, n: attempts + 1 }, nowMs)
    // The sender of a test sees in the answer that the settings have to be fixed.
    if (recorded?.attempt && wholeConfiguration && !refusal.temporary) recorded.attempt.kind = ATTEMPT.rejected
    return recorded
  })
}

async function failEach(
  engine: Engine,
  batch: LeasedBatch,
  record: (row: { seq: number; attempts: number }) => Recorded | null,
): Promise<void> {
  const rows = await selectPending(engine.database.pool, batch.claim)
  engine.recorder.decide(
    batch,
    rows.flatMap(row => record(row) ?? []),
  )
}

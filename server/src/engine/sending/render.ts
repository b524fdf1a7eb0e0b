/** Writes the messages of a batch, each when a connection is ready for it. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { type Device, TOKEN_FIELD, unsubscribeAddress } from '../../channels/channel.ts'
import { addFields } from '../../lib/contact-fields.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { readFlatObject } from '../../lib/flat-json.ts'
import { withinBudget } from '../../lib/liquid/budget.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import { shortAddress, signShortLink } from '../../lib/links/short-link.ts'
import { wordsOf } from '../../lib/stored-words.ts'
import type { CompiledRun } from '../runs/compiled-runs.ts'
import type { Engine } from '../engine.ts'
import type { Intent } from '../record/journal-records.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import { recordRenderError } from '../record/outcomes.ts'
import type { RecipientRow } from './recipient-queries.ts'

/** A message of whatever channel that remembers whose it is. */
export type RenderedMessage = object & Intent & { handedOverMs?: number; wasInDoubt?: true | null }

/** Recipients whose message cannot be written fail, with the field that is to blame, and the others go on. */
export function* render(
  engine: Engine,
  batch: LeasedBatch,
  run: CompiledRun,
  recipients: readonly RecipientRow[],
): Generator<RenderedMessage> {
  for (const recipient of recipients) {
    if (batch.isStopped) return
    const n = recipient.attempts + 1
    try {
      const message = withinBudget(() => renderOne(engine, batch, run, recipient)) as RenderedMessage
      engine.stage('rendered')
      message.seq = recipient.seq
      message.n = n
      message.wasInDoubt = recipient.wasInDoubt
      yield message
    } catch (error) {
      const { field, words } = blame(engine, error)
      engine.recorder.decide(batch, [recordRenderError(recipient.seq, n, field, words, engine.clock.now().getTime())])
    }
  }
}

function renderOne(engine: Engine, batch: LeasedBatch, run: CompiledRun, recipient: RecipientRow): object {
  const { applicationId, runId } = batch.claim
  const { seq, address, email } = recipient
  const token = signDelivery(engine.secrets, { applicationId, runId, seq })
  const unsubscribeUrl = unsubscribeAddress(engine.publicUrl, token)
  const fields = addFields(mergeFields(recipient), recipient, run.columns)
  fields[TOKEN_FIELD] = token
  fields['unsubscribe_url'] = unsubscribeUrl
  fields['preferences_url'] = unsubscribeUrl
  return run.write({
    // As the contact's own system spells it, while that is still the address that was meant.
    address: run.addressedBy === 'email' && isSpelling(email, address) ? email : address,
    device: run.addressedBy === 'device' ? deviceOf(recipient) : null,
    fields,
    token,
    messageId: `${runId}.${seq}`,
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

/** Those without one were skipped. */
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

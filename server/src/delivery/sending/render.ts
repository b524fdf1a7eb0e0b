/** Writes the messages of a batch, each when a connection is ready for it. */
import { ComposeError } from '../../channels/email/compose/headers.ts'
import type { EmailMessage } from '../../channels/email/message.ts'
import { addFields } from '../../lib/contact-fields.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import type { CompiledRun } from '../runs/compiled-runs.ts'
import type { Engine } from '../engine.ts'
import type { Intent } from '../record/journal-records.ts'
import type { LeasedBatch } from '../batches/leased-batch.ts'
import { recordRenderError } from '../record/outcomes.ts'
import type { RecipientRow } from './recipient-queries.ts'
import { TOKEN_FIELD, unsubscribeAddress } from '../runs/run-addresses.ts'

/** A message that remembers whose it is. */
export interface RenderedMessage extends EmailMessage, Intent {}

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
      const message = renderOne(engine, batch, run, recipient) as RenderedMessage
      engine.stage('rendered')
      message.seq = recipient.seq
      message.n = n
      yield message
    } catch (error) {
      const { field, message } = blame(engine, error)
      engine.recorder.decide(batch, [recordRenderError(recipient.seq, n, field, message, engine.clock.now().getTime())])
    }
  }
}

function renderOne(engine: Engine, batch: LeasedBatch, run: CompiledRun, recipient: RecipientRow) {
  const { applicationId, runId } = batch.claim
  const { seq, address, email } = recipient
  const { publicUrl, bounceDomain } = engine
  const { token, bounceLocalPart } = signDelivery(engine.secrets, { applicationId, runId, seq })
  const unsubscribeUrl = unsubscribeAddress(publicUrl, token)
  const fields = addFields(mergeFields(recipient), recipient, run.columns)
  fields[TOKEN_FIELD] = token
  fields['unsubscribe_url'] = unsubscribeUrl
  fields['preferences_url'] = unsubscribeUrl
  return run.write({
    // As the contact's own system spells it, while that is still the address that was meant.
    address: email !== null && email.toLowerCase() === address ? email : address,
    fields,
    messageId: `${runId}.${seq}@${run.messageIdDomain}`,
    date: engine.clock.now(),
    unsubscribeUrl,
    envelopeFrom: bounceDomain === null ? run.senderEmail : `${bounceLocalPart}@${bounceDomain}`,
  })
}

function mergeFields({ merge_fields }: RecipientRow): Record<string, unknown> {
  return merge_fields == null ? {} : (JSON.parse(merge_fields) as Record<string, unknown>)
}

function blame({ log }: Engine, error: unknown): { field: string; message: string } {
  if (error instanceof RenderError) return { field: error.field, message: error.message }
  if (error instanceof ComposeError) return { field: error.part, message: error.message }
  // A defect of ours. One recipient must not hold up the others.
  log.error({ err: error }, 'a message could not be written')
  return { field: '', message: 'The message could not be written.' }
}

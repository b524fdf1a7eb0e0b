import type { Chosen } from '@notifly/contracts/channel-settings/channels'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { TestMailResult } from '@notifly/contracts/templates/templates'
import type { SenderIdentity } from '../../channels/email/email.ts'
import { compileMail, type MailTemplate } from '../../channels/email/compose/compile-mail.ts'
import { composeMail } from '../../channels/email/compose/compose-mail.ts'
import { bytesOf } from '../../channels/email/compose/composed-mail.ts'
import { createDkimSigner } from '../../channels/email/compose/dkim.ts'
import { ComposeError } from '../../channels/email/compose/headers.ts'
import type { EmailMessage } from '../../channels/email/message.ts'
import { reasonSentence } from '../../channels/email/reasons.ts'
import type { Outcome, Rejected, Settled } from '../../channels/provider.ts'
import { channelNamed } from '../../channels/registry.ts'
import type { Deps } from '../../http/deps.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { providerEnvironment } from '../channel-settings/channel-settings.ts'

export interface Mails {
  subject: string
  html: string
  text: string
  receivers: string[]
  /** The configuration's name when absent. */
  fromName?: string | undefined
  replyTo?: string | undefined
}

export interface HandedOver {
  results: TestMailResult[]
  /** What this said of the settings as a whole: why they fail, null that they work, undefined nothing. */
  configuration: Words | null | undefined
  /** Receivers whose server refused them for good. */
  bounced: string[]
  /** What was answered, for the log. */
  settled: readonly Settled<EmailMessage>[]
}

/** Hands one finished mail per receiver to the configured provider and waits for its answers. */
export async function handOverMails(
  { config, clock }: Deps,
  { type, settings }: Chosen,
  mails: Mails,
): Promise<HandedOver> {
  const provider = channelNamed('email')?.providers[type]
  if (provider === undefined) throw new Error(`there is no provider ${type} of email`)
  const messages = composeAll(settings as unknown as SenderIdentity, mails, clock.now())
  if (!Array.isArray(messages)) {
    const failed = inWords(messages.sentence)
    return {
      results: mails.receivers.map(receiver => ({ receiver, ok: false, ...failed })),
      configuration: undefined,
      bounced: [],
      settled: [],
    }
  }
  const outcomes = new Map<string, Outcome>()
  const all: Settled<EmailMessage>[] = []
  const sender = provider.openSender(settings, providerEnvironment(config), 1)
  let rejection: Rejected | undefined
  try {
    const end = await sender.handOver(messages, {
      turn: (settled, next) => {
        for (const { message, outcome } of settled) outcomes.set(message.recipient, outcome)
        all.push(...settled)
        return next !== undefined
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    if (end.end === 'rejected') rejection = end.rejection
  } finally {
    await sender.close()
  }
  const results = mails.receivers.map(receiver => resultOf(receiver, outcomes.get(receiver) ?? rejection))
  const works = results.some(result => result.ok)
  const fault = rejection === undefined || rejection.temporary ? undefined : words(rejection)
  const bounced = mails.receivers.filter(receiver => outcomes.get(receiver)?.kind === 'bounced')
  return { results, configuration: works ? null : fault, bounced, settled: all }
}

function composeAll(settings: SenderIdentity, mails: Mails, now: Date): EmailMessage[] | ComposeError {
  const { dkim_domain: domain, dkim_selector: selector, dkim_private_key: privateKey } = settings
  const signer =
    domain !== undefined && selector !== undefined && privateKey !== undefined
      ? createDkimSigner({ domain, selector, privateKey })
      : undefined
  try {
    const compiled = compileMail(templateOf(settings, mails))
    return mails.receivers.map(recipient => {
      const host = settings.sender_email.split('@')[1] ?? 'localhost'
      const headers = { to: { address: recipient }, messageId: `${uuidv7()}@${host}`, date: now }
      const content = composeMail(compiled, { slots: [] }, headers)
      return { envelopeFrom: settings.sender_email, recipient, content: signer?.sign(bytesOf(content)) ?? content }
    })
  } catch (error) {
    if (error instanceof ComposeError) return error
    throw error
  }
}

function templateOf(settings: SenderIdentity, { subject, html, text, fromName, replyTo }: Mails): MailTemplate {
  const name = fromName?.trim() || settings.from_name
  return {
    from: { address: settings.sender_email, ...(name && { name }) },
    ...(replyTo && { replyTo: { address: replyTo } }),
    subject: [{ static: subject }],
    ...(html !== '' && { html: [{ static: html }] }),
    text: [{ static: text }],
  }
}

function resultOf(receiver: string, outcome: Outcome | undefined): TestMailResult {
  if (outcome?.kind === 'sent') {
    return { receiver, ok: true, ...inWords(sentence('templates.test.taken', { answer: outcome.answer })) }
  }
  return { receiver, ok: false, ...inWords(outcome === undefined ? NOT_SENT : words(outcome)) }
}

const NOT_SENT = sentence('templates.test.notSent')

function words(outcome: Exclude<Outcome, { kind: 'sent' }>): Words {
  if (outcome.kind === 'withheld') return NOT_SENT
  const reason = reasonSentence(outcome.reason)
  return outcome.answer === '' ? reason : sentence('reasons.withAnswer', { reason, answer: outcome.answer })
}

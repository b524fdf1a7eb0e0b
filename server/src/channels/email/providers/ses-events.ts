/**
 * Events of Amazon SES, published by a configuration set (`eventType`) or as feedback of an identity (`notificationType`). Feedback has no
 * tags: its message is found by SES's message id and its recipient.
 */
import type { ProviderReport } from '../../provider.ts'
import { type EmailReason, refusalReason } from '../reasons.ts'

/** The tag with the token of a mail; letters, digits, - and _ only, like the token. */
export const SES_TOKEN_TAG = 'notifly'

interface Recipient {
  emailAddress?: string
  status?: string
  diagnosticCode?: string
}

interface SesEvent {
  eventType?: string
  notificationType?: string
  mail?: { messageId?: string; timestamp?: string; destination?: string[]; tags?: Record<string, string[]> }
  bounce?: {
    bounceType?: string
    bounceSubType?: string
    bouncedRecipients?: Recipient[]
    timestamp?: string
    feedbackId?: string
  }
  complaint?: {
    complainedRecipients?: Recipient[]
    timestamp?: string
    feedbackId?: string
    complaintFeedbackType?: string
    userAgent?: string
  }
  delivery?: { timestamp?: string; recipients?: string[]; smtpResponse?: string }
  deliveryDelay?: { timestamp?: string; delayType?: string; delayedRecipients?: Recipient[] }
  reject?: { reason?: string }
  open?: { timestamp?: string; userAgent?: string }
  click?: { timestamp?: string; link?: string; userAgent?: string }
  subscription?: { timestamp?: string; newTopicPreferences?: { unsubscribeAll?: boolean } }
}

type About = Omit<ProviderReport, 'key' | 'at' | 'token' | 'providerMessageId' | 'address'> & {
  recipient: string
  timestamp: string | undefined
  /** What tells two events of one kind apart. */
  mark?: string | undefined
}

/** Throws for text that is not an event. SNS's own notice that publishing was set up returns no report, without an error. */
export function sesReports(message: string): ProviderReport[] {
  if (message.startsWith('Successfully validated SNS topic')) return []
  const event = JSON.parse(message) as SesEvent
  const { mail } = event
  const type = event.eventType ?? event.notificationType
  if (mail?.messageId === undefined || type === undefined) throw new Error('this is no event of SES')
  const token = mail.tags?.[SES_TOKEN_TAG]?.[0]
  const named = { providerMessageId: mail.messageId, ...(token !== undefined && { token }) }
  return aboutOf(type, event).map(({ recipient, timestamp, mark = timestamp, ...about }) => ({
    ...about,
    ...named,
    address: bare(recipient),
    key: [mail.messageId, type, bare(recipient), mark].join(' '),
    at: new Date(timestamp ?? mail.timestamp ?? Number.NaN),
  }))
}

function aboutOf(type: string, event: SesEvent): About[] {
  const { mail, bounce, complaint, delivery, deliveryDelay: delay, reject, open, click, subscription } = event
  const all = mail?.destination ?? []
  if (bounce !== undefined) return (bounce.bouncedRecipients ?? []).map(recipient => bounced(bounce, recipient))
  if (complaint !== undefined) return complained(complaint)
  if (delivery !== undefined) {
    const { recipients = all, smtpResponse: answer = '', timestamp } = delivery
    return recipients.map(recipient => ({ recipient, kind: 'delivered', answer, timestamp }))
  }
  if (delay !== undefined) {
    return (delay.delayedRecipients ?? []).map(
      ({ emailAddress: recipient = '', diagnosticCode = '', status = '' }) => ({
        recipient,
        kind: 'sent',
        code: status,
        answer: `Delayed (${delay.delayType ?? 'Undetermined'}). ${diagnosticCode}`.trim(),
        timestamp: delay.timestamp,
      }),
    )
  }
  const toAll = (about: Omit<About, 'recipient'>): About[] => all.map(recipient => ({ recipient, ...about }))
  if (reject !== undefined) {
    const said = { reason: 'content_refused', answer: reject.reason ?? '' }
    return toAll({ kind: 'bounced', isPermanent: false, ...said, timestamp: mail?.timestamp })
  }
  if (open !== undefined) return toAll({ kind: 'opened', ...agentOf(open), timestamp: open.timestamp })
  if (click !== undefined) {
    return toAll({
      kind: 'clicked',
      ...agentOf(click),
      timestamp: click.timestamp,
      mark: `${click.timestamp} ${click.link}`,
    })
  }
  if (subscription?.newTopicPreferences?.unsubscribeAll === true) {
    return toAll({ kind: 'unsubscribed', timestamp: subscription.timestamp })
  }
  return type === 'Send' ? toAll({ kind: 'sent', timestamp: mail?.timestamp }) : []
}

function agentOf({ userAgent }: { userAgent?: string }): { agent?: string } {
  return userAgent === undefined ? {} : { agent: userAgent }
}

const BY_SUBTYPE: Readonly<Record<string, EmailReason>> = {
  NoEmail: 'mailbox_missing',
  MailboxFull: 'mailbox_full',
  MessageTooLarge: 'message_too_large',
  ContentRejected: 'content_refused',
  AttachmentRejected: 'content_refused',
}

/**
 * SES puts permanent bounces on its own suppression list, so that writing again would only cost reputation; other bounces have been given
 * up for now.
 */
function bounced(
  { bounceType, bounceSubType = '', timestamp, feedbackId }: NonNullable<SesEvent['bounce']>,
  { emailAddress: recipient = '', status = '', diagnosticCode = '' }: Recipient,
): About {
  const isPermanent = bounceType === 'Permanent'
  const words = diagnosticCode.replace(/^\w+;\s*/, '')
  const known = BY_SUBTYPE[bounceSubType]
  const answer = words === '' ? `${bounceType ?? ''}/${bounceSubType} ${status}`.trim() : words
  const reason = known ?? refusalReason(isPermanent, status, words)
  return { recipient, kind: 'bounced', isPermanent, reason, code: status, answer, timestamp, mark: feedbackId }
}

function complained(complaint: NonNullable<SesEvent['complaint']>): About[] {
  const { complainedRecipients = [], complaintFeedbackType: type, userAgent = '', timestamp, feedbackId } = complaint
  // "This is no spam": the opposite of a complaint.
  if (type === 'not-spam') return []
  const answer = [type === undefined ? '' : `Feedback-Type: ${type}`, userAgent].filter(text => text !== '').join('\n')
  return complainedRecipients.map(({ emailAddress: recipient = '' }) => ({
    recipient,
    kind: 'complained',
    answer,
    timestamp,
    mark: feedbackId,
  }))
}

/** Returns the address of a mailbox as headers write it: "Asha Raman <asha@example.com>". */
function bare(address: string): string {
  return /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address
}

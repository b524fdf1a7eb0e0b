import { randomUUID } from 'node:crypto'
import { chanceOf, spanOf } from '../../faults/chance.ts'
import { createDueQueue } from '../../due-queue.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import type { Report } from '../smtp/verdict.ts'
import type { Sns } from './sns.ts'
import type { SesState } from './state.ts'

// The events that SES publishes about a mail after accepting it: sent, delivered, bounced, complained; duplicated or
// out of order on request.

export interface TakenMail {
  messageId: string
  accessId: string
  from: string
  to: string
  subject: string
  tags: Record<string, string[]>
  report: Report | undefined
}

export interface SesEvents {
  start(mail: TakenMail): void
  stop(): Promise<void>
}

const STEP_MS = [200, 2000] as const

interface EventOptions {
  state: SesState
  panel: FaultPanel
  sns: Sns
  pace: number
}

export function createSesEvents({ state, panel, sns, pace }: EventOptions): SesEvents {
  const queue = createDueQueue<{ accessId: string; event: object; isDoubled: boolean }>(
    64,
    async ({ accessId, event, isDoubled }) => {
      sns.publish(accessId, event)
      if (isDoubled) sns.publish(accessId, event)
    },
  )
  return {
    start(mail) {
      if (state.subscriptions.length === 0) return
      const { doubled_rate: doubled, disorder_rate: disorder, seed } = panel.dials('email')
      const chance = (what: string) => chanceOf(seed, what, mail.to)
      const events = eventsOf(mail)
      const order = chance('disorder') < disorder ? events.toReversed() : events
      let afterMs = 0
      for (const [index, event] of order.entries()) {
        afterMs += spanOf(seed, `after ${index}`, mail.to, STEP_MS)
        const isDoubled = chance(`doubled ${index}`) < doubled
        queue.add({ accessId: mail.accessId, event, isDoubled }, afterMs * pace)
      }
    },
    stop: () => queue.stop(),
  }
}

function eventsOf(taken: TakenMail): object[] {
  const { messageId, from, to, subject, tags, report } = taken
  const now = new Date().toISOString()
  const mail = {
    timestamp: now,
    messageId,
    source: from,
    sendingAccountId: '000000000000',
    destination: [to],
    headersTruncated: false,
    commonHeaders: { from: [from], to: [to], messageId, subject },
    tags: { 'ses:operation': ['SendEmail'], ...tags },
  }
  const event = (eventType: string, rest: object) => ({ eventType, mail, ...rest })
  const sent = event('Send', { send: {} })
  if (report === 'hard' || report === 'soft') return [sent, event('Bounce', { bounce: bounceOf(report, to, now) })]
  const delivery = {
    timestamp: now,
    processingTimeMillis: 420,
    recipients: [to],
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: 'a8-50.smtp-out.sandbox.localhost',
  }
  const delivered = [sent, event('Delivery', { delivery })]
  if (report !== 'complaint') return delivered
  const complaint = {
    complainedRecipients: [{ emailAddress: to }],
    timestamp: now,
    feedbackId: randomUUID(),
    complaintSubType: null,
    complaintFeedbackType: 'abuse',
    userAgent: 'Sandbox feedback loop',
  }
  return [...delivered, event('Complaint', { complaint })]
}

function bounceOf(report: 'hard' | 'soft', to: string, timestamp: string): object {
  const isHard = report === 'hard'
  const [status, words] = isHard ? ['5.1.1', '550 5.1.1 No such mailbox here'] : ['5.2.2', '552 5.2.2 Mailbox full']
  return {
    bounceType: isHard ? 'Permanent' : 'Transient',
    bounceSubType: isHard ? 'General' : 'MailboxFull',
    bouncedRecipients: [{ emailAddress: to, action: 'failed', status, diagnosticCode: `smtp; ${words}` }],
    timestamp,
    feedbackId: randomUUID(),
    reportingMTA: 'dsn; a8-50.smtp-out.sandbox.localhost',
  }
}

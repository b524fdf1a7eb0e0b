/** Sends a small batch to a test server and writes down everything that the client reported. */
import type { HandOverEnd, HandOverHooks, MessageSource, Outcome } from '../../channels/provider.ts'
import type { EmailMessage } from '../../channels/email/message.ts'
import { smtpSettings } from '../../channels/email/smtp/settings.ts'
import type { SmtpSettings, SmtpTimeouts } from '../../channels/email/smtp/settings.ts'
import { openSmtpSender } from '../../channels/email/smtp/hand-over.ts'

export interface NumberedMail extends EmailMessage {
  number: number
}

type Overrides = Partial<Omit<SmtpSettings, 'timeouts'>> & { timeouts?: Partial<SmtpTimeouts> }

interface BatchOptions {
  port: number
  count?: number
  settings?: Overrides
  messages?: MessageSource<NumberedMail>
  hooks?: Partial<HandOverHooks<NumberedMail>>
}

export interface BatchRecord {
  end: HandOverEnd
  /** Outcomes by the message's number; a second outcome for one message would be listed too. */
  outcomes: Map<number, Outcome[]>
  /** Numbers of messages in the order in which their intent was recorded. */
  intents: number[]
  /** Settings that the server taught. */
  learnt: Record<string, string>[]
}

/** Mails whose recipient and content carry their number. */
export function numberedMails(count: number, content = 'Subject: test\r\n\r\nHello\r\n'): NumberedMail[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    envelopeFrom: `b.${number}@bounce.test`,
    recipient: `user${number}@example.test`,
    content: Buffer.from(content.replaceAll('{number}', String(number))),
  }))
}

/** Settings for a server on the loopback address, with patience for tests. */
export function testSettings(port: number, overrides: Overrides = {}): SmtpSettings {
  const timeouts = { connectMs: 2000, greetingMs: 2000, commandMs: 2000, flushMs: 2000, finalDotMs: 2000 }
  return smtpSettings({
    host: '127.0.0.1',
    port,
    maxConnections: 1,
    isAllowedAddress: () => true,
    ...overrides,
    timeouts: { ...timeouts, ...overrides.timeouts },
  })
}

/** Hands over one batch with one sender and closes it again. */
export async function sendBatch(options: BatchOptions): Promise<BatchRecord> {
  const sender = openSmtpSender(testSettings(options.port, options.settings))
  const outcomes: BatchRecord['outcomes'] = new Map()
  const intents: number[] = []
  const learnt: BatchRecord['learnt'] = []
  const hooks: HandOverHooks<NumberedMail> = {
    turn: (settled, next) => {
      for (const { message, outcome } of settled) {
        outcomes.set(message.number, [...(outcomes.get(message.number) ?? []), outcome])
      }
      if (next === undefined) return false
      if (options.hooks?.turn?.(settled, next) === false) return false
      intents.push(next.number)
      return true
    },
    commit: options.hooks?.commit ?? (() => undefined),
    mayStillSend: options.hooks?.mayStillSend ?? (() => true),
    remember: settings => void learnt.push(settings),
  }
  try {
    const end = await sender.handOver(options.messages ?? numberedMails(options.count ?? 1), hooks)
    return { end, outcomes, intents, learnt }
  } finally {
    await sender.close()
  }
}

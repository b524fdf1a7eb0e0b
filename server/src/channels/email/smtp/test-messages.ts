/**
 * Two messages to the sender's own address, sent as a campaign sends them: the second envelope follows the end of the first message without
 * a round trip. A server that cannot handle that is detected before it gets mail for anyone else.
 */
import { randomUUID } from 'node:crypto'
import { compileMail } from '../compose/compile-mail.ts'
import { composeMail } from '../compose/compose-mail.ts'
import type { FeedItem } from '../../feed.ts'
import type { EmailMessage } from '../message.ts'
import type { Outcome, Settled } from '../../provider.ts'
import { BehindDot } from './behind-dot.ts'
import { SmtpConnection } from './connection.ts'
import { SendQueue } from './send-queue.ts'
import type { AuthenticatedSocket } from './handshake.ts'
import type { Work } from './run.ts'
import type { SmtpSettings } from './settings.ts'
import { SmtpError } from './smtp-error.ts'

const MESSAGES = 2
// One more than the messages need where the first connection breaks.
const CONNECTIONS = 3

export interface TestMessages {
  oneAtATime: boolean
  /** Why the server did not take a message to this recipient; undefined when it took both. */
  refusal?: string
}

/**
 * Sends over `ready`, and over connections that `reopen` opens if it breaks. Throws `SmtpError` if no message of the configuration would
 * get through.
 */
export async function sendTestMessages(
  ready: AuthenticatedSocket,
  settings: SmtpSettings,
  address: string,
  reopen: () => Promise<AuthenticatedSocket>,
): Promise<TestMessages> {
  // As with a server that is known to take it: the trial is what this is about.
  const behindDot = new BehindDot('taken')
  const shared = { sendQueue: new SendQueue(), behindDot }
  const work = new TestWork(testMessages(address, settings.hostname))
  let connection = new SmtpConnection(ready, settings, shared)
  for (let first = work.take(), run = 1; first !== undefined; first = work.take(), run++) {
    if (connection.isGone) connection = new SmtpConnection(await reopen(), settings, shared)
    const { error } = await connection.run(work, first)
    if (run === CONNECTIONS && error !== undefined) throw error
  }
  connection.quit()
  return judged(work.outcomes, behindDot.hasFailed)
}

function judged(outcomes: readonly Outcome[], oneAtATime: boolean): TestMessages {
  for (const outcome of outcomes) {
    if (outcome.kind === 'rejected' && outcome.wholeConfiguration) throw errorOf(outcome)
    if (outcome.kind === 'unknown' && !oneAtATime) throw errorOf(outcome)
  }
  const refused = outcomes.find(({ kind }) => kind === 'bounced' || kind === 'deferred' || kind === 'rejected')
  return { oneAtATime, ...(refused !== undefined && 'answer' in refused && { refusal: refused.answer }) }
}

function errorOf({ reason, answer }: { reason: string; answer: string }): SmtpError {
  return new SmtpError(reason as SmtpError['reason'], answer)
}

/** Records nothing: a test that ends early loses nothing. */
class TestWork implements Work {
  readonly provenServer = false
  readonly outcomes: Outcome[] = []
  readonly #waiting: FeedItem<EmailMessage>[]

  constructor(messages: readonly EmailMessage[]) {
    this.#waiting = messages.map(message => ({ message, losses: 0 }))
  }

  take(): FeedItem<EmailMessage> | undefined {
    return this.#waiting.shift()
  }

  turn(settled: readonly Settled<EmailMessage>[], next: EmailMessage | undefined): boolean {
    this.outcomes.push(...settled.map(({ outcome }) => outcome))
    return next !== undefined
  }

  commit(): boolean {
    return true
  }

  mayStillSend(): boolean {
    return true
  }

  giveBack(item: FeedItem<EmailMessage>): void {
    this.#waiting.unshift(item)
  }

  /** Read from `BehindDot` at the end. */
  learnt(): void {}
}

function testMessages(address: string, hostname: string): EmailMessage[] {
  return Array.from({ length: MESSAGES }, (_, index) => {
    const subject = `Notifly connection test (${index + 1} of ${MESSAGES})`
    const text = 'This message was sent by a connection test. It needs no answer.\r\n'
    const mail = compileMail({ from: { address }, subject: [{ static: subject }], text: [{ static: text }] })
    const headers = { to: { address }, messageId: `${randomUUID()}@${hostname}`, date: new Date() }
    return { envelopeFrom: address, recipient: address, content: composeMail(mail, { slots: [] }, headers) }
  })
}

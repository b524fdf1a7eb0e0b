/** The state of one connection while it sends a batch, and the batch as the connection sees it. */
import type { Settled } from '../../provider.ts'
import type { EmailMessage } from '../message.ts'
import type { Trial } from './behind-dot.ts'
import type { Envelope } from './envelope.ts'
import type { FeedItem } from '../../feed.ts'
import type { MailStep } from './outcomes.ts'
import { SmtpError } from './smtp-error.ts'

/** The batch that a connection sends. */
export interface Work {
  /** Some message of ours went through this server. */
  readonly provenServer: boolean
  take(): FeedItem<EmailMessage> | undefined
  turn(settled: readonly Settled<EmailMessage>[], next: EmailMessage | undefined): boolean
  /** False: what the turns said could not be kept, so that nothing may leave. */
  commit(): boolean
  mayStillSend(message: EmailMessage): boolean
  /** A message that was not begun. `loss`: the connection broke because of, or at least after, its envelope. */
  giveBack(item: FeedItem<EmailMessage>, loss?: SmtpError): void
  /** What the server has shown of itself, as settings that are kept with those of the configuration. */
  learnt(settings: Readonly<Record<string, string>>): void
}

export interface RunEnd {
  settled: number
  /** Why the connection is gone, if it is. */
  error?: SmtpError
}

export interface Job {
  item: FeedItem<EmailMessage>
  envelope: Envelope
  mailAccepted: boolean
  dotLeft: boolean
  /** Its envelope left behind the end of another message, and what becomes of that is still open. */
  trial: Trial | undefined
  /** The server did not take its envelope there: it goes again by itself. */
  isOutOfStep: boolean
  refusal?: Settled<EmailMessage>['outcome']
}

export interface Expected {
  /** reset: the answer to RSET. void: the answer to a dot without recipients (RFC 2920 section 3.1). */
  step: MailStep | 'reset' | 'void'
  job?: Job
}

/** The state of one connection's work on one batch. */
export interface Run {
  work: Work
  end: (end: RunEnd) => void
  expected: Expected[]
  /** Its content is being sent or has been. */
  sending: Job | undefined
  /** Its envelope is being sent; nothing of it counts yet. */
  ahead: Job | undefined
  settled: Settled<EmailMessage>[]
  settledCount: number
  anyReply: boolean
}

/** Notes an outcome, which is reported with the next turn or at the end of the received data. */
export function settle(run: Run, job: Job, outcome: Settled<EmailMessage>['outcome']): void {
  run.settled.push({ message: job.item.message, outcome })
  run.settledCount++
}

/** Reports noted outcomes without starting another message. */
export function flushSettled(run: Run): void {
  if (run.settled.length === 0) return
  const settled = run.settled
  run.settled = []
  run.work.turn(settled, undefined)
}

/** Returns the error for a reply to which there was no command. */
export function unexpectedReply(): SmtpError {
  return new SmtpError('protocol_error', 'its answers do not match our commands')
}

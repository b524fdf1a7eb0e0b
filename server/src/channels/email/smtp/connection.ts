/**
 * Sends messages over one signed-in connection, one round trip a message: the end of one content leaves together with the
 * envelope of the next (RFC 2920), once the server has shown that it takes that (`BehindDot`). Until then a message's answer comes
 * before the next envelope. Where the server offers no PIPELINING, all steps go one by one.
 *
 * A message counts as begun from the moment the work's `turn` allowed it, right before its content is written. Until then a
 * broken connection gives it back; afterwards it ends in an outcome, in doubt if its final dot had left.
 */
import { bytesOf } from '../compose/composed-mail.ts'
import type { EmailMessage } from '../message.ts'
import type { BehindDot, TrialEnd } from './behind-dot.ts'
import type { QueuedMail, SendQueue } from './send-queue.ts'
import { envelopeFor, finalDot } from './envelope.ts'
import type { FeedItem } from '../../feed.ts'
import type { AuthenticatedSocket } from './handshake.ts'
import { requiresSignIn, connectionLostOutcome, refusalOutcome, sentOutcome, isSequenceError } from './outcomes.ts'
import type { MailStep } from './outcomes.ts'
import type { Reply } from './reply.ts'
import { flushSettled, unexpectedReply, settle } from './run.ts'
import type { Expected, Job, Run, RunEnd, Work } from './run.ts'
import type { SmtpSettings } from './settings.ts'
import { asSmtpError, replyError, SmtpError } from './smtp-error.ts'
import { ONE_PIECE_BYTES, type SmtpSocket, type WireListener } from './smtp-socket.ts'

const MEBIBYTE = 1_048_576
/** Stored with the settings of a configuration whose server does not accept commands behind the end of a message. */
export const ONE_AT_A_TIME = { one_at_a_time: 'yes' } as const

export class SmtpConnection implements WireListener, QueuedMail {
  onGone: (() => void) | undefined
  readonly #wire: SmtpSocket
  readonly #ready: AuthenticatedSocket
  readonly #settings: SmtpSettings
  readonly #sendQueue: SendQueue
  readonly #behindDot: BehindDot
  #run: Run | undefined
  /** May send its content, and does so with the others that may. */
  #departing: Job | undefined
  /** What follows its content in the same piece. */
  #tail = ''
  #taken = 0
  #hasDelivered = false
  /** The server said that it is closing, whatever message was next. */
  #isClosing = false
  #runs = 0
  #error: SmtpError | undefined

  /** `shared`: among all connections to the server. */
  constructor(
    ready: AuthenticatedSocket,
    settings: SmtpSettings,
    shared: { sendQueue: SendQueue; behindDot: BehindDot },
  ) {
    this.#ready = ready
    this.#wire = ready.wire
    this.#settings = settings
    this.#sendQueue = shared.sendQueue
    this.#behindDot = shared.behindDot
    this.#wire.listener = this
  }

  get isGone(): boolean {
    return this.#wire.isClosed
  }

  /** Sends what `work` gives, starting with `first`, until it has nothing at hand or the connection ends. */
  run(work: Work, first: FeedItem<EmailMessage>): Promise<RunEnd> {
    const { promise, resolve } = Promise.withResolvers<RunEnd>()
    const run: Run = {
      work,
      end: resolve,
      expected: [],
      sending: undefined,
      ahead: undefined,
      settled: [],
      settledCount: 0,
      anyReply: false,
    }
    this.#runs++
    this.#run = run
    if (this.isGone) {
      work.giveBack(first)
      this.#finish(run, undefined)
    } else {
      this.#begin(run, first)
    }
    return promise
  }

  /** Says goodbye. Only for a connection without a run. */
  quit(): void {
    this.#wire.quit()
  }

  onReply(reply: Reply): void {
    const run = this.#run
    const expected = run?.expected.shift()
    if (run === undefined || expected === undefined) {
      return this.#wire.close(reply.code === 421 ? replyError('server_closing', reply) : unexpectedReply())
    }
    run.anyReply = true
    if (reply.code === 421) return this.#serverCloses(run, expected, reply)
    this.#handle(run, expected, reply)
    const next = run.expected[0]
    // A large content that is still leaving has its own deadline.
    if (next !== undefined && run.sending?.dotLeft !== false) this.#expect(next.step)
  }

  onReplies(): void {
    // What departs takes along what was settled before it.
    if (this.#run !== undefined && this.#departing === undefined) flushSettled(this.#run)
  }

  onClosed(error: Error): void {
    this.#error = asSmtpError(error)
    const run = this.#run
    if (run !== undefined) {
      // An idle connection that the server had given up says nothing about the message, nor about the server.
      const isFresh = this.#runs === 1 || run.anyReply
      const isBlameless = this.#isClosing || run.ahead?.trial?.isProven === false
      this.#endTrial(
        run,
        run.ahead,
        run.sending !== undefined || this.#error.reason === 'timeout' ? 'failed' : 'unclear',
      )
      if (run.sending !== undefined) settle(run, run.sending, connectionLostOutcome(run.sending.dotLeft, this.#error))
      if (run.ahead !== undefined) run.work.giveBack(run.ahead.item, isFresh && !isBlameless ? this.#error : undefined)
      run.sending = undefined
      run.ahead = undefined
      this.#finish(run, isFresh ? this.#error : undefined)
    }
    this.onGone?.()
  }

  /** Starts the next envelope while nothing is in flight, or ends the run: a connection never waits for messages. */
  #begin(run: Run, first?: FeedItem<EmailMessage>): void {
    const commands = this.#nextEnvelope(run, first)
    if (commands === '') return this.#isUsedUp() ? this.#retire(run) : this.#finish(run, undefined)
    this.#wire.write(commands)
    this.#expect('mail')
  }

  #retire(run: Run): void {
    this.#wire.quit()
    this.onGone?.()
    this.#finish(run, undefined)
  }

  /** Takes a message and answers the commands that begin it: all three at once, or only MAIL without pipelining. */
  #nextEnvelope(run: Run, first?: FeedItem<EmailMessage>): string {
    for (let item = first ?? this.#take(run); item !== undefined; item = this.#take(run)) {
      const envelope = envelopeFor(item.message, this.#ready.capabilities)
      if ('kind' in envelope) {
        run.settled.push({ message: item.message, outcome: envelope })
        run.settledCount++
        continue
      }
      const job: Job = {
        item,
        envelope,
        mailAccepted: false,
        dotLeft: false,
        trial: undefined,
        isOutOfStep: false,
      }
      run.ahead = job
      this.#taken++
      run.expected.push({ step: 'mail', job })
      if (!this.#ready.capabilities.pipelining) return envelope.mail
      run.expected.push({ step: 'rcpt', job }, { step: 'data', job })
      return `${envelope.mail}${envelope.rcpt}DATA\r\n`
    }
    return ''
  }

  #take(run: Run): FeedItem<EmailMessage> | undefined {
    return this.#isUsedUp() ? undefined : run.work.take()
  }

  #isUsedUp(): boolean {
    return this.#taken >= this.#settings.messagesPerConnection
  }

  #handle(run: Run, { step, job }: Expected, reply: Reply): void {
    if (step === 'reset') return reply.code >= 300 ? this.#wire.close(unexpectedReply()) : this.#continue(run)
    if (job === undefined) return
    if (step === 'void') return this.#refuse(run, job)
    if (step === 'dot') return this.#answered(run, job, reply)
    const accepted = step === 'data' ? reply.code === 354 : reply.code < 300
    if (!accepted && reply.code < 400) return this.#wire.close(unexpectedReply())
    if (!accepted && !this.#judge(run, job, step, reply)) return
    if (step === 'mail') job.mailAccepted = accepted
    if (step === 'data') return this.#dataAnswered(run, job, accepted)
    if (!this.#ready.capabilities.pipelining) this.#stepOn(run, job, step)
  }

  /**
   * A refusal is judged by where it came. Behind the end of a message it may be about that alone, and "bad sequence" (503) is never
   * about the message. False: the connection has ended over it.
   */
  #judge(run: Run, job: Job, step: MailStep, reply: Reply): boolean {
    if (job.refusal !== undefined || job.isOutOfStep) return true
    const isOfOrder = isSequenceError(reply)
    if (job.trial !== undefined && (isOfOrder || (step === 'mail' && !job.trial.isProven))) {
      job.isOutOfStep = true
      this.#endTrial(run, job, isOfOrder || reply.code >= 500 ? 'failed' : 'unclear')
    } else if (reply.code === 503 && !requiresSignIn(reply)) {
      this.#wire.close(replyError('bad_sequence', reply))
      return false
    } else job.refusal = refusalOutcome(step, reply, run.work.provenServer)
    return true
  }

  #endTrial(run: Run, job: Job | undefined, end: TrialEnd): void {
    if (job?.trial === undefined) return
    const isNews = this.#behindDot.end(job.trial, end)
    job.trial = undefined
    if (isNews) run.work.learnt(ONE_AT_A_TIME)
  }

  /** Without pipelining: the next command of an envelope, or the end of a refused one. */
  #stepOn(run: Run, job: Job, step: 'mail' | 'rcpt'): void {
    if (job.refusal !== undefined) return this.#refuse(run, job)
    const next = step === 'mail' ? 'rcpt' : 'data'
    run.expected.push({ step: next, job })
    this.#wire.write(next === 'rcpt' ? job.envelope.rcpt : 'DATA\r\n')
  }

  #dataAnswered(run: Run, job: Job, accepted: boolean): void {
    this.#endTrial(run, job, 'taken')
    if (accepted && job.refusal === undefined && !job.isOutOfStep) {
      run.expected.push({ step: 'dot', job })
      this.#departing = job
      return this.#sendQueue.add(this)
    }
    if (!accepted) return this.#refuse(run, job)
    // The server waits for a content although it refused the only recipient: it gets an empty one, which reaches no recipient.
    run.expected.push({ step: 'void', job })
    this.#wire.write('.\r\n')
  }

  /** The envelope was refused: settle, clear the server's half-made transaction, and go on. */
  #refuse(run: Run, job: Job): void {
    run.ahead = undefined
    if (job.isOutOfStep) run.work.giveBack(job.item)
    else if (job.refusal !== undefined) settle(run, job, job.refusal)
    if (!job.mailAccepted) return this.#begin(run)
    flushSettled(run)
    run.expected.push({ step: 'reset' })
    this.#wire.write(`RSET\r\n${this.#ready.capabilities.pipelining ? this.#nextEnvelope(run) : ''}`)
  }

  #continue(run: Run): void {
    if (run.ahead === undefined && run.sending === undefined) this.#begin(run)
  }

  /** Part of `Departure`, as are `prepare` and `leave`. */
  begin(): Work | undefined {
    const run = this.#run
    const job = run === undefined ? undefined : this.#takeDeparting(run)
    if (run === undefined || job === undefined) return undefined
    const settled = run.settled
    run.settled = []
    if (!run.work.turn(settled, job.item.message)) {
      // The server waits for a content that must not come: hanging up is the only way to say so.
      this.#wire.close(new SmtpError('connection_lost', 'the permit to send ended'))
      return undefined
    }
    run.sending = job
    return run.work
  }

  /** Undefined when the connection has broken since, or was told something else. */
  #takeDeparting(run: Run): Job | undefined {
    const job = run.ahead === this.#departing ? this.#departing : undefined
    this.#departing = undefined
    if (job !== undefined) run.ahead = undefined
    return job
  }

  prepare(): void {
    const run = this.#run
    const job = run?.sending
    if (run === undefined || job === undefined || job.envelope.content.length > ONE_PIECE_BYTES) return
    this.#tail = finalDot(job.envelope.content) + this.#nextBehindDot(run)
  }

  leave(isOnFile: boolean): void {
    const run = this.#run
    const job = run?.sending
    if (run === undefined || job === undefined) return
    // Asked again: a process may be stopped in the write to the file, for longer than its permit lasts.
    if (!isOnFile || !run.work.mayStillSend(job.item.message)) return this.#withhold(run, job)
    const { content } = job.envelope
    if (content.length > ONE_PIECE_BYTES) return this.#sendLarge(run, job, bytesOf(content))
    job.dotLeft = true
    this.#wire.writeTogether(content, this.#tail)
  }

  #withhold(run: Run, job: Job): void {
    run.sending = undefined
    settle(run, job, { kind: 'withheld' })
    this.#endTrial(run, run.ahead, 'void')
    this.#wire.close(new SmtpError('connection_lost', 'the permit to send ended'))
  }

  #sendLarge(run: Run, job: Job, content: Buffer): void {
    this.#wire.expectWithin(this.#settings.timeouts.flushMs * Math.ceil(content.length / MEBIBYTE))
    this.#wire.writeContent(content, () => {
      if (run.sending !== job) return
      if (!run.work.mayStillSend(job.item.message)) return this.#withhold(run, job)
      job.dotLeft = true
      this.#wire.write(finalDot(content) + this.#nextBehindDot(run))
      this.#expect('dot')
    })
  }

  /** What leaves in one piece with the end of a message; empty while the server has not shown that it takes that. */
  #nextBehindDot(run: Run): string {
    const trial = this.#ready.capabilities.pipelining ? this.#behindDot.begin(this.#hasDelivered) : undefined
    if (trial === undefined) return ''
    const commands = this.#nextEnvelope(run)
    if (run.ahead === undefined) this.#behindDot.end(trial, 'void')
    else run.ahead.trial = trial
    return commands
  }

  #answered(run: Run, job: Job, reply: Reply): void {
    const accepted = reply.code < 300
    // An answer to a content that has not even begun.
    if (this.#departing === job) run.sending = this.#takeDeparting(run)
    if (reply.code < 400 && !(job.dotLeft && accepted)) return this.#wire.close(unexpectedReply())
    run.sending = undefined
    this.#hasDelivered = true
    settle(run, job, accepted ? sentOutcome(reply) : refusalOutcome('dot', reply, run.work.provenServer))
    // A refusal in the middle of a content: the rest of it is still on its way and would be read as commands.
    if (!job.dotLeft) return this.#wire.close(replyError('connection_lost', reply))
    if (run.ahead === undefined) this.#begin(run)
  }

  #serverCloses(run: Run, { step, job }: Expected, reply: Reply): void {
    if (step === 'dot' && job !== undefined) {
      run.sending = undefined
      settle(run, job, refusalOutcome('dot', reply, run.work.provenServer))
    }
    if (isSequenceError(reply)) this.#endTrial(run, job, 'failed')
    // Before its recipient is named, it is not about a message.
    this.#isClosing = step !== 'rcpt' && step !== 'data'
    this.#wire.close(replyError('server_closing', reply))
  }

  #expect(step: Expected['step']): void {
    const { finalDotMs, commandMs } = this.#settings.timeouts
    this.#wire.expectWithin(step === 'dot' ? finalDotMs : commandMs)
  }

  #finish(run: Run, error: SmtpError | undefined): void {
    this.#wire.expectNothing()
    this.#run = undefined
    flushSettled(run)
    run.end({ settled: run.settledCount, ...(error !== undefined && { error }) })
  }
}

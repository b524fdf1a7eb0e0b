/**
 * What traces show of sending. Of a campaign: some of its batches, each with its hand-over; never its recipients one by one, of whom
 * there are millions. Of single messages: each whose call is traced, in the trace of that call.
 */
import type { Outcome } from '../../channels/provider.ts'
import type { Attributes, Span } from '../../lib/tracing/spans.ts'
import { errorType, startSpan } from '../../lib/tracing/tracing.ts'
import { isShown } from '../../lib/tracing/thin-out.ts'
import type { ClaimedBatch } from '../batches/lease-queries.ts'
import type { MessageData } from '../streams/message-queries.ts'

interface Named {
  seq: number
  n: number
}

interface Ended {
  message: Named
  outcome: Outcome
}

/** Of one batch that is traced. */
export interface BatchTrace {
  /** What its work is done within; null for single messages, which have a span each. */
  readonly span: Span | null
  /** The messages of a stream are known. */
  follow(rows: readonly { seq: number; own?: { messageId: string; data: MessageData | null } }[]): void
  /** The provider is asked to take this one. */
  start(message: Named): void
  settle(settled: readonly Ended[]): void
  fail(error: unknown): void
  end(): void
}

/** A thousand batches are shown by 191 of them. */
const SHOWN_BATCHES = 64

/** Null for a batch whose run is not traced, and for one of a campaign that is not among those shown. `claimedMs`: milliseconds since 1970. */
export function traceBatch(claim: ClaimedBatch, claimedMs: number): BatchTrace | null {
  if (claim.isStream) return new StreamTrace(claim)
  if (claim.trace === null || !isShown(claim.no, SHOWN_BATCHES)) return null
  const span = startSpan(
    {
      name: `process ${claim.channel}`,
      kind: 'consumer',
      startMs: claimedMs,
      attributes: {
        ...describe(claim, 'process'),
        'notifly.run.id': claim.runId,
        'notifly.batch.no': claim.no,
        'messaging.batch.message_count': claim.seqs?.length ?? (claim.seqTo ?? 0) - (claim.seqFrom ?? 0) + 1,
      },
    },
    claim.trace,
  )
  return span === null ? null : new CampaignTrace(claim, span)
}

/** https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
function describe({ channel, configuration, applicationId }: ClaimedBatch, operation: 'process' | 'send'): Attributes {
  return {
    'messaging.system': 'notifly',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': channel,
    'notifly.provider': configuration.provider,
    'notifly.application.id': applicationId,
  }
}

class CampaignTrace implements BatchTrace {
  readonly span: Span
  readonly #claim: ClaimedBatch
  readonly #counts = new Map<Outcome['kind'], number>()
  /** From the first message that the provider was asked to take. */
  #sending: Span | null = null

  constructor(claim: ClaimedBatch, span: Span) {
    this.#claim = claim
    this.span = span
  }

  follow(): void {}

  start(): void {
    this.#sending ??= startSpan(
      { name: `send ${this.#claim.channel}`, kind: 'client', attributes: describe(this.#claim, 'send') },
      this.span.traceparent,
    )
  }

  settle(settled: readonly Ended[]): void {
    for (const { outcome } of settled) this.#counts.set(outcome.kind, (this.#counts.get(outcome.kind) ?? 0) + 1)
  }

  fail(error: unknown): void {
    this.span.fail(errorType(error))
  }

  end(): void {
    const counts = [...this.#counts].map(([kind, n]) => [`notifly.outcome.${kind}`, n] as const)
    this.#sending?.set(Object.fromEntries(counts))
    this.#sending?.end()
    this.span.end()
  }
}

class StreamTrace implements BatchTrace {
  readonly span = null
  readonly #claim: ClaimedBatch
  readonly #followed = new Map<number, { messageId: string; trace: string }>()
  readonly #open = new Map<number, Span>()

  constructor(claim: ClaimedBatch) {
    this.#claim = claim
  }

  follow(rows: Parameters<BatchTrace['follow']>[0]): void {
    for (const { seq, own } of rows) {
      const trace = own?.data?.trace
      if (own !== undefined && trace !== undefined) this.#followed.set(seq, { messageId: own.messageId, trace })
    }
  }

  start({ seq, n }: Named): void {
    const followed = this.#followed.get(seq)
    if (followed === undefined) return
    const attributes = {
      ...describe(this.#claim, 'send'),
      'messaging.message.id': followed.messageId,
      'notifly.attempt': n,
    }
    const plan = { name: `send ${this.#claim.channel}`, kind: 'client', attributes } as const
    const span = startSpan(plan, followed.trace)
    if (span !== null) this.#open.set(seq, span)
  }

  settle(settled: readonly Ended[]): void {
    for (const { message, outcome } of settled) {
      const span = this.#open.get(message.seq)
      if (span === undefined) continue
      span.set({ 'notifly.outcome': outcome.kind })
      if (outcome.kind !== 'sent') span.fail('reason' in outcome ? outcome.reason : outcome.kind)
      span.end()
      this.#open.delete(message.seq)
    }
  }

  fail(error: unknown): void {
    for (const span of this.#open.values()) span.fail(errorType(error))
  }

  /** What is still open has no answer: its batch was taken from us, or ended halfway. */
  end(): void {
    for (const span of this.#open.values()) {
      span.set({ 'notifly.outcome': 'unknown' })
      span.end()
    }
  }
}

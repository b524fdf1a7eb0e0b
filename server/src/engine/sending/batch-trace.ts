/**
 * Spans of sending. For a campaign: some of its batches, each with its hand-over, but never single recipients, of which there may be
 * millions. For single messages: each one whose API call is traced, as a part of that call's trace.
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

/** The span of a batch, or the spans of its messages. */
export interface BatchTrace {
  /** The span that the work runs within; null for single messages, which have a span each. */
  readonly span: Span | null
  /** Adds the messages of a stream once they are read. */
  follow(rows: readonly { seq: number; own?: { messageId: string; data: MessageData | null } }[]): void
  /** The message is handed to the provider. */
  start(message: Named): void
  settle(settled: readonly Ended[]): void
  fail(error: unknown): void
  end(): void
}

/** Of a thousand batches, 191 are shown. */
const SHOWN_BATCHES = 64

/**
 * Returns null if the batch's run is not traced, or if the batch is not in the sample of its campaign. `claimedMs`: milliseconds since
 * 1970.
 */
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
  /** Starts with the first message that is handed to the provider. */
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

  /** Messages that are still open have no answer: the batch was taken over, or ended early. */
  end(): void {
    for (const span of this.#open.values()) {
      span.set({ 'notifly.outcome': 'unknown' })
      span.end()
    }
  }
}

/** The log's entry for a message that was handed over. */
import type { LoggedMessage, Outcome, Provider, Settled } from '../../channels/provider.ts'
import { channelNamed } from '../../channels/registry.ts'
import { type LogNote, statusOf } from './log-entry.ts'

interface HandedOver {
  channel: string
  provider: string
  settings: unknown
  /** Has null in place of a message if the connection failed before there was one. */
  settled: Settled<unknown>
}

type OutgoingNote = Omit<LogNote, 'applicationId' | 'kind' | 'receiver'>

/** Null for a message that was withheld: its worker was no longer allowed to start it. */
export function outgoingNote({ channel, provider: name, settings, settled }: HandedOver): OutgoingNote | null {
  const { outcome, exchange } = settled
  if (outcome.kind === 'withheld') return null
  const provider = channelNamed(channel)?.providers[name]
  const { method, endpoint, payload } = describe(provider, name, { settings, settled })
  return {
    channel,
    status: exchange?.answer?.status ?? statusOf(method, codeOf(outcome)),
    isGood: outcome.kind === 'sent',
    method,
    endpoint,
    currentStatus: outcome.kind,
    source: name,
    response: exchange?.answer?.body || answerOf(outcome),
    payload,
  }
}

function describe(
  provider: Provider<unknown, unknown> | undefined,
  name: string,
  { settings, settled: { message, exchange } }: { settings: unknown; settled: Settled<unknown> },
): LoggedMessage {
  const logged = provider?.logged?.(message, settings)
  if (logged !== undefined) return logged
  if (exchange === undefined) return { method: '', endpoint: name, payload: '' }
  const { origin, path, method, body = '' } = exchange.request
  return { method, endpoint: origin + path, payload: textOf(body) }
}

/** Of a body that is not text, only the size is logged. */
function textOf(body: string | Buffer): string {
  if (typeof body === 'string') return body
  const text = body.toString()
  return text.includes('\uFFFD') ? `[${body.length} bytes]` : text
}

type Ended = Exclude<Outcome, { kind: 'withheld' }>

function codeOf(outcome: Ended): number {
  if ('code' in outcome) return Number.parseInt(outcome.code, 10) || 0
  return Number.parseInt(outcome.answer.slice(0, 3), 10) || 0
}

/** Without an answer, the channel's own word for the reason. */
function answerOf(outcome: Ended): string {
  if (outcome.answer !== '' || !('reason' in outcome)) return outcome.answer
  return outcome.reason
}

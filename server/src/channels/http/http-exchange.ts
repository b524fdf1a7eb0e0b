/** One request to a provider, and what the response means: everything that a provider with an HTTP API has to define. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Bounced, Deferred, Outcome, Rejected } from '../provider.ts'

export interface HttpRequest {
  /** Scheme, host and port. */
  origin: string
  /** With its query. */
  path: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body?: string | Buffer
}

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** At most 64 KB of it. */
  body: string
}

/** Thrown by `request`: nothing was sent, and the message gets this outcome. */
export class RequestNotSent extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome.kind)
    this.name = 'RequestNotSent'
    this.outcome = outcome
  }
}

export interface HttpExchange<Message> {
  /** Called when the message leaves; may await a token that it shares with others. */
  request(message: Message): HttpRequest | Promise<HttpRequest>
  outcome(answer: HttpAnswer, message: Message): Outcome
}

/** Returns the seconds or the date of Retry-After (RFC 9110 section 10.2.3) as milliseconds from now; undefined if it has neither. */
export function retryAfterMs(headers: IncomingHttpHeaders, nowMs: number = Date.now()): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}

/** Our reason for a refusal, the provider's code, and what it said. */
interface Refusal {
  reason: string
  code: string
  answer: string
}

export function bounced(refusal: Refusal, suppress: boolean): Bounced {
  return { kind: 'bounced', ...refusal, suppress }
}

/** The outcome of a message to retry: when the response says, else after `leastMs`. */
export function deferred(refusal: Refusal, headers: IncomingHttpHeaders, leastMs?: number): Deferred {
  const waitMs = retryAfterMs(headers) ?? leastMs
  return { kind: 'deferred', ...refusal, ...(waitMs !== undefined && { retryAfterMs: waitMs }) }
}

/** The outcome of a message that was refused, alone or with everything that uses these settings; for now, or until a person fixes them. */
export function rejected(refusal: Refusal, wholeConfiguration = false, temporary = false): Rejected {
  return { kind: 'rejected', ...refusal, wholeConfiguration, temporary }
}

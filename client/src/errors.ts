import type { FieldError } from './wire.ts'

/** The content of the answer to a refused call. */
export interface Refusal {
  message: string
  key: string
  values?: Record<string, unknown>
  errors?: FieldError[]
  doc_url?: string
}

/** The call was answered with a refusal. */
export class NotiflyError extends Error {
  override readonly name: string = 'NotiflyError'
  /** Of HTTP. */
  readonly status: number
  /** Stable: what to compare. */
  readonly key: string
  /** Values of the sentence's placeholders. */
  readonly values: Record<string, unknown>
  /** Refused fields; empty where no field is to blame. */
  readonly errors: FieldError[]
  /** Where the key is explained. */
  readonly docUrl: string | undefined
  /** The id under which the installation's logs have the call. */
  readonly requestId: string | undefined
  /** Seconds to wait; where the answer says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, refusal: Refusal, headers: Headers) {
    super(refusal.message)
    this.status = status
    this.key = refusal.key
    this.values = refusal.values ?? {}
    this.errors = refusal.errors ?? []
    this.docUrl = refusal.doc_url
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfter = secondsOf(headers.get('retry-after'))
  }
}

/** There was no answer: the network failed, or it took longer than the timeout. `cause` is the last failure. */
export class NotiflyConnectionError extends Error {
  override readonly name: string = 'NotiflyConnectionError'
}

/** The request was not sent by the webhook, or is too old. Answer with 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError'
}

function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

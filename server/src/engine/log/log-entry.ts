/** What is written down of one exchange with the outside. */
import type { LogKind, LogResult } from '@notifly/contracts/logs/logs'

export interface LogNote {
  applicationId: string
  kind: LogKind
  channel: string | null
  /** Of HTTP, or of SMTP where that is the method; 0: there was none. */
  status: number
  /** Whether it came to what was wanted. */
  isGood: boolean
  method: string
  endpoint: string
  currentStatus: string
  source: string
  receiver: string
  keyId?: string
  /** Of a delivery: whose it is is looked up as the entry is written. */
  delivery?: { runId: string; seq: number }
  /** How many exchanges it stands for; 1 when absent. */
  times?: number
  response: string
  payload: string
  /** Secrets beside those of the application's settings, such as those of settings that are being tried. */
  secrets?: readonly string[]
}

/** SMTP's 2xx answers count as HTTP's 200, so that both have one badge; its refusals keep their numbers. */
export function statusOf(method: string, code: number): number {
  return method === 'SMTP' && code >= 200 && code <= 299 ? 200 : code
}

export function resultOf({ isGood, status }: Pick<LogNote, 'isGood' | 'status'>): LogResult {
  if (isGood) return 'ok'
  if (status >= 400 && status <= 499) return '4xx'
  return status >= 500 && status <= 599 ? '5xx' : 'failed'
}

/** What a body is kept as: at most this many characters. */
export const BODY_MAX = 16_384
export const ENDPOINT_MAX = 500
export const NAME_MAX = 320

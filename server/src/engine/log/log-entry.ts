/** What is logged of one exchange with an external service. */
import type { LogKind, LogResult } from '@notifly/contracts/logs/logs'

export interface LogNote {
  applicationId: string
  kind: LogKind
  channel: string | null
  /** Status of HTTP, or of SMTP if that is the method; 0 without an answer. */
  status: number
  /** Whether it succeeded. */
  isGood: boolean
  method: string
  endpoint: string
  currentStatus: string
  source: string
  receiver: string
  keyId?: string
  /** Of a delivery: its contact is looked up when the entry is written. */
  delivery?: { runId: string; seq: number }
  /** How many exchanges the entry counts; 1 if absent. */
  times?: number
  response: string
  payload: string
  /** Secrets besides those of the application's settings, such as those of settings that are being tested. */
  secrets?: readonly string[]
}

/** SMTP's 2xx answers count as HTTP's 200, so that both have the same badge; refusals keep their numbers. */
export function statusOf(method: string, code: number): number {
  return method === 'SMTP' && code >= 200 && code <= 299 ? 200 : code
}

export function resultOf({ isGood, status }: Pick<LogNote, 'isGood' | 'status'>): LogResult {
  if (isGood) return 'ok'
  if (status >= 400 && status <= 499) return '4xx'
  return status >= 500 && status <= 599 ? '5xx' : 'failed'
}

/** The stored part of a body: at most this many characters. */
export const BODY_MAX = 16_384
export const ENDPOINT_MAX = 500
export const NAME_MAX = 320

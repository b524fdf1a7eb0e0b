import { setTimeout as wait } from 'node:timers/promises'
import { isOnThisMachine } from '../outward-call.ts'

// Calls an emulated provider's customer. Only addresses on this machine are called.

export interface ProviderCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** The customer's response. */
export interface CallAnswer {
  status: number
  type: string
  text: string
}

const TIMEOUT_MS = 10_000
const ATTEMPTS = 4
const RETRY_MS = 1000

/** Retries until the call is accepted; rejects if it never is. */
export async function placeCall(call: ProviderCall, pace: number): Promise<CallAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await callOnce(call)
      if (answer.status < 300) return answer
      throw new Error(`${new URL(call.url).origin} answered a report with HTTP ${answer.status}`)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await wait(Math.max(50, pace * RETRY_MS * 2 ** attempt))
    }
  }
}

/** Why a call failed; the message of fetch itself says nothing more. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  const { message = '', code = '' } = (error.cause ?? {}) as { message?: string; code?: string }
  return message || code || error.message
}

/** Rejects if there is no response, and for an address outside this machine. */
export async function callOnce({ method, url, headers, body }: ProviderCall): Promise<CallAnswer> {
  if (!isOnThisMachine(url)) throw new Error(`${url} is not on this machine, so it is not called`)
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

// Outgoing calls of readers, phones and browsers: only to this machine, and repeated where a browser would repeat them.

const LOCALHOST = /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/
const ATTEMPTS = 4
const PAUSE_MS = 250

/** Whether an address is on this machine. */
export function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && LOCALHOST.test(hostname)
}

/** An address that people enter. */
export const localUrl = z
  .url('Enter a whole address.')
  .refine(isOnThisMachine, 'Only an address of this machine is called.')

/**
 * Like `fetch`, but repeats a request whose connection broke before a response began: a server may close an idle
 * connection just when a request is sent (RFC 9112, section 9.5). Rejects after the fourth attempt, and as soon as
 * `init.signal` aborts.
 */
export async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (attempt === ATTEMPTS || init.signal?.aborted === true) throw error
      await wait(PAUSE_MS)
    }
  }
}

const POST_TIMEOUT_MS = 20_000
const LEAST_PAUSE_MS = 50

export interface Post {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

/**
 * Posts until it is accepted, with pauses that double. Resolves to false if it never is, or once `signal` aborts.
 * `pace`: factor on the pauses.
 */
export async function postUntilTaken(
  post: Post,
  {
    attempts,
    firstPauseMs,
    pace,
    signal,
  }: { attempts: number; firstPauseMs: number; pace: number; signal: AbortSignal },
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt++) {
    if (await isTaken(post, signal)) return true
    const pauseMs = Math.max(LEAST_PAUSE_MS, firstPauseMs * 2 ** (attempt - 1) * pace)
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  return false
}

async function isTaken({ url, headers, body }: Post, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MS)]),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

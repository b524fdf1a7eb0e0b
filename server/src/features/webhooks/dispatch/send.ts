/** One request to an endpoint: signed, within 15 seconds, to public addresses only, without following redirects. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { createDnsLookup } from '../../../lib/network/dns-lookup.ts'
import type { AddressCheck, HostLookup } from '../../../lib/network/net-guard.ts'
import { type Agents, callOutside } from '../../../lib/network/outbound.ts'
import { signedHeaders } from '../secrets.ts'

export const TIMEOUT_MS = 15_000
/** This much of a response is stored. */
export const ANSWER_MAX = 16_384

export interface Exchange {
  ok: boolean
  /** Of HTTP; 0: there was no answer. */
  status: number
  durationMs: number
  answer: string
  /** Why there was no answer, or why it does not count. */
  failure: Sentence | null
}

export interface Target {
  url: string
  /** In clear; all of them sign. */
  keys: readonly string[]
}

export interface Sending {
  isAllowed: AddressCheck
  agents?: Agents
  timeoutMs?: number
  lookup?: HostLookup
}

/** Customers' name servers may be slow. */
const lookupByDns = createDnsLookup()

/** Connections that are kept open between requests. */
export function createAgents(): Agents & { destroy(): void } {
  const http = new HttpAgent({ keepAlive: true, maxFreeSockets: 10, timeout: TIMEOUT_MS })
  const https = new HttpsAgent({ keepAlive: true, maxFreeSockets: 10, timeout: TIMEOUT_MS })
  return {
    http,
    https,
    destroy: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** Never rejects: failures are returned as data. */
export async function sendSigned(
  { url, keys }: Target,
  message: { id: string; timestamp: number; body: string },
  { isAllowed, agents, timeoutMs = TIMEOUT_MS, lookup = lookupByDns }: Sending,
): Promise<Exchange> {
  const beganMs = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Notifly-Webhooks/1',
    ...signedHeaders(keys, message),
  }
  const call = {
    method: 'POST',
    headers,
    body: message.body,
    isAllowed,
    timeoutMs,
    lookup,
    maxBytes: ANSWER_MAX,
  } as const
  const took = (): number => Math.round(performance.now() - beganMs)
  try {
    const { status, text } = await callOutside(url, { ...call, cutsAnswer: true, ...(agents && { agents }) })
    const failure = status >= 300 && status < 400 ? sentence('webhooks.redirected') : null
    return { ok: status >= 200 && status < 300, status, durationMs: took(), answer: readable(text), failure }
  } catch (error) {
    return { ok: false, status: 0, durationMs: took(), answer: '', failure: failureOf(error, timeoutMs) }
  }
}

/** Makes a text storable in PostgreSQL. */
function readable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/

function failureOf(error: unknown, timeoutMs: number): Sentence {
  const { name, code = '' } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return sentence('webhooks.noAnswer', { seconds: Math.ceil(timeoutMs / 1000) })
  if (code === 'ADDRESS_NOT_ALLOWED') return sentence('webhooks.notAllowed')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ETIMEOUT') return sentence('webhooks.hostUnknown')
  if (code === 'ECONNREFUSED') return sentence('webhooks.refused')
  return sentence(CERTIFICATE.test(String(code)) ? 'webhooks.certificate' : 'webhooks.broke')
}

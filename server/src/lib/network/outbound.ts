/**
 * Calls to external services. Each is bounded (time, size), follows no redirect, and connects only where `isAllowed` permits it: the
 * address to which the name resolved is checked at the moment of connecting (see net-guard.ts).
 */
import {
  type Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { assertAllowedHost, guardedLookup, type AddressCheck, type HostLookup } from './net-guard.ts'

interface OutboundCall {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  body?: string
  isAllowed: AddressCheck
  /** How the name is looked up; by default by the system. */
  lookup?: HostLookup
  timeoutMs?: number
  maxBytes?: number
  /** Truncates a longer answer instead of rejecting. */
  cutsAnswer?: boolean
  /** Keep-alive connections, for frequent callers that judge all addresses alike; by default none are kept. */
  agents?: Agents
}

export interface Agents {
  http: HttpAgent
  https: HttpsAgent
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Returns the answer of `url`, whatever its status. Rejects if it is unreachable, not allowed, too slow or too large. */
export async function callOutside(url: string, call: OutboundCall): Promise<OutboundAnswer> {
  const target = new URL(url)
  assertAllowedHost(target.hostname, call.isAllowed)
  const signal = AbortSignal.timeout(call.timeoutMs ?? 10_000)
  try {
    return await exchange(target, call, signal)
  } catch (error) {
    // The other side has just closed a kept connection: it has read nothing.
    if (!(error instanceof StaleConnectionError)) throw error
    return exchange(target, { ...call, agents: undefined }, signal)
  }
}

class StaleConnectionError extends Error {}

type Call = Omit<OutboundCall, 'agents'> & { agents?: Agents | undefined }

function exchange(target: URL, call: Call, signal: AbortSignal): Promise<OutboundAnswer> {
  const { isAllowed, maxBytes = 1_048_576, cutsAnswer = false, agents } = call
  const isSecure = target.protocol === 'https:'
  const send = isSecure ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const request: ClientRequest = send(
    target,
    {
      method: call.method,
      headers: { accept: 'application/json', ...call.headers },
      lookup: guardedLookup(isAllowed, call.lookup),
      signal,
      agent: agents === undefined ? false : isSecure ? agents.https : agents.http,
    },
    response => {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = (): void => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).subarray(0, maxBytes).toString() })
      }
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= maxBytes || cutsAnswer) chunks.push(chunk)
        if (bytes <= maxBytes) return
        if (cutsAnswer) end()
        request.destroy(new Error(`${target.origin} answers more than ${maxBytes} bytes`))
      })
      response.on('end', end)
      response.on('error', reject)
    },
  )
  request.on('error', (error: NodeJS.ErrnoException) =>
    reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnectionError() : error),
  )
  request.end(call.body)
  return promise
}

/**
 * Calls to services outside. Every one has an end (time, size), follows no redirect, and connects only where `isAllowed` says
 * so: judged on the address that the name resolved to, at the moment of connecting (see net-guard.ts).
 */
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { assertAllowedHost, guardedLookup, type AddressCheck } from './net-guard.ts'

interface OutboundCall {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  isAllowed: AddressCheck
  timeoutMs?: number
  maxBytes?: number
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** The answer of `url`, whatever its status. Rejects when it cannot be reached, is not allowed, too slow or too large. */
export async function callOutside(url: string, call: OutboundCall): Promise<OutboundAnswer> {
  const { isAllowed, timeoutMs = 10_000, maxBytes = 1_048_576 } = call
  const target = new URL(url)
  assertAllowedHost(target.hostname, isAllowed)
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const request = send(
    target,
    {
      method: call.method,
      headers: { accept: 'application/json', ...call.headers },
      lookup: guardedLookup(isAllowed),
      signal: AbortSignal.timeout(timeoutMs),
      // No connection is kept: such calls are rare.
      agent: false,
    },
    response => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) request.destroy(new Error(`${target.origin} answers more than ${maxBytes} bytes`))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
      response.on('error', reject)
    },
  )
  request.on('error', reject)
  request.end(call.body)
  return promise
}

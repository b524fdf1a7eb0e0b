/** Calls of a payment provider's API: bounded in time and attempts; an error says whether a retry could help. */
import { setTimeout as delay } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { callOutside, type OutboundAnswer } from '../network/outbound.ts'
import { ProviderUnreachable, ProviderRefusal } from './provider.ts'

const TIMEOUT_MS = 8000
/**
 * Before the second and the third attempt; up to as much again is added at random, so that callers that were refused together do not retry
 * together.
 */
const PAUSES_MS = [250, 1000]
/** A person waits: no further attempt starts after this time. */
const PATIENCE_MS = 10_000

interface Call {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below the API's address. */
  path: string
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** A lost answer is looked for before anything is asked again: what creates and has no key of its own is sent once. */
  once?: boolean
}

interface Api {
  /** As failures name it. */
  label: string
  url: string
  /** The header that signs us in. */
  authorization: string
  /** What it says in an answer that is no success; undefined where that cannot be read. */
  explain: (body: unknown, status: number) => ProviderRefusal | undefined
}

export type CallProvider = <Schema extends z.ZodMiniType>(call: Call, answer: Schema) => Promise<z.output<Schema>>

export function createClient(api: Api): CallProvider {
  return async (call, answer) => {
    const begun = performance.now()
    for (let failures = 0; ; failures++) {
      try {
        return read(api, await send(api, call), answer)
      } catch (error) {
        const pause = PAUSES_MS[failures]
        const isFinal = error instanceof ProviderRefusal || (call.once === true && !(error instanceof Throttled))
        if (isFinal || pause === undefined || performance.now() - begun > PATIENCE_MS) throw error
        await delay(pause * (1 + Math.random()))
      }
    }
  }
}

/** The call was refused before it had any effect. */
class Throttled extends ProviderUnreachable {}

async function send({ label, url, authorization }: Api, call: Call): Promise<OutboundAnswer> {
  const { method, path, query, body, headers } = call
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  try {
    return await callOutside(`${url}${path}${search}`, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The operator named the address.
      isAllowed: () => true,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 4 * 1_048_576,
    })
  } catch (error) {
    throw new ProviderUnreachable(`${label} cannot be reached`, { cause: error })
  }
}

function read<Schema extends z.ZodMiniType>(
  { label, explain }: Api,
  { status, text }: OutboundAnswer,
  answer: Schema,
): z.output<Schema> {
  const body = parsed(text)
  if (status >= 200 && status < 300) {
    const result = answer.safeParse(body)
    if (result.success) return result.data
    throw new ProviderUnreachable(`${label} answers what nobody can read`, { cause: result.error })
  }
  const refusal =
    explain(body, status) ?? new ProviderRefusal(`${label} answers ${status}`, status === 404 ? 'unknown' : 'other')
  if (status === 429) throw new Throttled(refusal.message)
  if (status >= 500 || status === 409) throw new ProviderUnreachable(refusal.message)
  throw refusal
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

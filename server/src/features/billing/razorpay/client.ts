/** Calls of Razorpay's API: https://razorpay.com/docs/api. Bounded in time and tries; what fails says whether asking again could help. */
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { BillingSetting } from '../../../lib/service-settings.ts'
import { callOutside, type OutboundAnswer } from '../../../lib/network/outbound.ts'
import { ProviderAway, ProviderRefusal } from '../provider.ts'

const TIMEOUT_MS = 8000
/** Before the second and the third try, with as much again at random so that those who were refused together do not return together. */
const PAUSES_MS = [250, 1000]
/** A person waits: no further try begins after so long. */
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

export type AskRazorpay = <Schema extends z.ZodMiniType>(call: Call, answer: Schema) => Promise<z.output<Schema>>

export function createClient({ apiUrl, keyId, keySecret }: BillingSetting['razorpay']): AskRazorpay {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return async (call, answer) => {
    const begun = performance.now()
    for (let failures = 0; ; failures++) {
      try {
        return read(await send(apiUrl, authorization, call), answer)
      } catch (error) {
        const pause = PAUSES_MS[failures]
        const isFinal = error instanceof ProviderRefusal || (call.once === true && !(error instanceof Throttled))
        if (isFinal || pause === undefined || performance.now() - begun > PATIENCE_MS) throw error
        await delay(pause * (1 + Math.random()))
      }
    }
  }
}

/** Refused before anything was done. */
class Throttled extends ProviderAway {}

async function send(apiUrl: string, authorization: string, call: Call): Promise<OutboundAnswer> {
  const { method, path, query, body, headers } = call
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  try {
    return await callOutside(`${apiUrl}${path}${search}`, {
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
    throw new ProviderAway('Razorpay cannot be reached', { cause: error })
  }
}

const Failure = z.object({ error: z.object({ description: z.string() }) })

function read<Schema extends z.ZodMiniType>({ status, text }: OutboundAnswer, answer: Schema): z.output<Schema> {
  const body = parsed(text)
  if (status >= 200 && status < 300) {
    const result = answer.safeParse(body)
    if (result.success) return result.data
    throw new ProviderAway('Razorpay answers what nobody can read', { cause: result.error })
  }
  const said = Failure.safeParse(body)
  const reason = said.success ? said.data.error.description.slice(0, 300) : `Razorpay answers ${status}`
  if (status === 429) throw new Throttled(reason)
  if (status >= 500 || status === 409) throw new ProviderAway(reason)
  // 400 with these words for an id that it does not have; 404 for some.
  throw new ProviderRefusal(reason, status === 404 || /does not exist|not found|is not a valid id/i.test(reason))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

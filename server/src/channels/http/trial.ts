/** One request outside of any batch, for the button "test connection": somebody waits before the screen. */
import { asError } from '../../lib/as-error.ts'
import { errorReason, NETWORK_SENTENCES } from '../network-reasons.ts'
import type { ConfigurationTest, TestStep } from '../provider.ts'
import { openHttpClient } from './http-client.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const TRIAL_TIMEOUT_MS = 5000

/** Why a step failed, in a sentence for people. */
export class TrialFailure extends Error {}

/** Rejects with TrialFailure when nobody answers. `http2`: the other side speaks nothing else. */
export async function askOnce(request: HttpRequest, { http2 = false } = {}): Promise<HttpAnswer> {
  const client = openHttpClient({
    maxConnections: 1,
    timeoutMs: TRIAL_TIMEOUT_MS,
    connectTimeoutMs: TRIAL_TIMEOUT_MS,
    ...(http2 && { http2Origin: request.origin }),
  })
  try {
    return await client.ask(request)
  } catch (error) {
    const reason = errorReason(asError(error))
    throw new TrialFailure(`${NETWORK_SENTENCES[reason]} (${request.origin})`)
  } finally {
    await client.close()
  }
}

/** Takes steps one after the other, each with what it has to say, up to the first that fails. */
export async function takeSteps(
  steps: readonly { name: string; take: () => Promise<string> }[],
): Promise<ConfigurationTest> {
  const taken: TestStep[] = []
  for (const { name, take } of steps) {
    try {
      taken.push({ name, ok: true, message: await take() })
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      return { ok: false, steps: [...taken, { name, ok: false, message: error.message }] }
    }
  }
  return { ok: true, steps: taken }
}

/** One request outside of any batch, for "test connection": a person waits for the result. */
import type { Words } from '@notifly/contracts/sentences/sentence'
import { asError } from '../../lib/as-error.ts'
import { errorReason, NETWORK_SENTENCES } from '../network-reasons.ts'
import type { ConfigurationTest, TestStep } from '../provider.ts'
import { withAnswer } from '../../lib/stored-words.ts'
import { openHttpClient } from './http-client.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

const TRIAL_TIMEOUT_MS = 5000

/** Why a step failed, in words for people. */
export class TrialFailure extends Error {
  readonly words: Words

  constructor(words: Words) {
    super('a step of a connection test failed')
    this.name = 'TrialFailure'
    this.words = words
  }
}

/** Rejects with TrialFailure if there is no response. `http2`: the other side supports nothing else. */
export async function requestOnce(request: HttpRequest, { http2 = false } = {}): Promise<HttpAnswer> {
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
    throw new TrialFailure(withAnswer(NETWORK_SENTENCES[reason], request.origin))
  } finally {
    await client.close()
  }
}

/** Runs steps one after the other, with their explanations, up to the first that fails. */
export async function takeSteps(
  steps: readonly { name: string; take: () => Promise<Words> }[],
): Promise<ConfigurationTest> {
  const taken: TestStep[] = []
  for (const { name, take } of steps) {
    try {
      taken.push({ name, ok: true, words: await take() })
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      return { ok: false, steps: [...taken, { name, ok: false, words: error.words }] }
    }
  }
  return { ok: true, steps: taken }
}

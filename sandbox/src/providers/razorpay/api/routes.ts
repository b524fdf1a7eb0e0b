import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { chanceOf } from '../../../faults/chance.ts'
import { readJson } from '../../../json.ts'
import { asRefusal, BROKEN, errorBody, failWith, RazorpayError, TOO_MANY, UNKNOWN_URL, WRONG_KEY } from './error.ts'
import type { Razorpay } from '../emulator.ts'
import { addOrderCalls } from './order-calls.ts'
import { addPaymentCalls } from './payment-calls.ts'
import { addPlanCalls } from './plan-calls.ts'
import { KEY_SECRET } from '../state.ts'
import { addSubscriptionCalls } from './subscription-calls.ts'

// Razorpay's API, below /razorpay/v1, as documented (razorpay.com/docs/api).

export async function addRazorpayApi(app: FastifyInstance, razorpay: Razorpay): Promise<void> {
  await app.register(
    async scope => {
      takeJson(scope)
      scope.setNotFoundHandler((_request, reply) => failWith(reply, UNKNOWN_URL))
      scope.setErrorHandler<FastifyError | z.ZodError | RazorpayError>((error, _request, reply) => {
        const refusal = asRefusal(error)
        if (refusal === undefined) razorpay.onError(error)
        return failWith(reply, refusal ?? BROKEN)
      })
      addFaults(scope, razorpay)
      scope.addHook('preHandler', async (request, reply) => {
        if (!isSigned(request.headers.authorization ?? '')) return failWith(reply, WRONG_KEY)
        await razorpay.catchUp()
      })
      addPlanCalls(scope, razorpay)
      addSubscriptionCalls(scope, razorpay)
      addOrderCalls(scope, razorpay)
      addPaymentCalls(scope, razorpay)
    },
    { prefix: '/razorpay/v1' },
  )
}

/** An empty body counts as an empty object. */
function takeJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    const body = text === '' ? {} : readJson(String(text))
    if (body === undefined) done(new RazorpayError('The request body is not valid JSON.'))
    else done(null, body)
  })
}

/** Whether the request uses a test key, any of them, with the sandbox's secret. The scheme must be exactly `Basic`. */
function isSigned(header: string): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(header)?.[1] ?? ''
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  const [given, expected] = [Buffer.from(secret.join(':')), Buffer.from(KEY_SECRET)]
  return /^rzp_test_\w+$/.test(id) && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Applies the dials to a call, before or after it is executed. */
function addFaults(scope: FastifyInstance, { state }: Razorpay): void {
  let calls = 0
  const falls = (dial: 'throttle_rate' | 'error_rate' | 'blind_rate', url: string) =>
    chanceOf(state.dials.seed, dial, url, calls) < state.dials[dial]
  scope.addHook('onRequest', async (request, reply) => {
    calls++
    const { latency_ms: latencyMs } = state.dials
    if (latencyMs > 0) await wait(latencyMs)
    if (falls('throttle_rate', request.url)) return failWith(reply, TOO_MANY)
    if (falls('error_rate', request.url)) return failWith(reply, BROKEN)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400 || !falls('blind_rate', request.url)) return payload
    reply.code(502)
    return JSON.stringify(
      errorBody(new RazorpayError('The gateway did not answer in time.', { code: 'GATEWAY_ERROR' })),
    )
  })
}

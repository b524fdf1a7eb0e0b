import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answer, refuse } from '../../../http/answers.ts'
import { sendDocument } from '../../../page/send-page.ts'
import { askedSchema, lookSchema, payAtCheckout, paySchema, subjectOf } from './checkout.ts'
import { checkoutBody, type CheckoutPage } from './page.ts'
import type { Razorpay } from '../emulator.ts'
import { HOSTED_PATH } from '../api/subscription-calls.ts'

export const CHECKOUT_SCRIPT = '/razorpay/checkout.js'
const FRAME_PATH = '/razorpay/checkout'

/**
 * The checkout script for pages of the product, the frame that it opens, and the page at a subscription's short
 * address.
 */
export function addCheckout(app: FastifyInstance, razorpay: Razorpay): void {
  const show = (reply: FastifyReply, page: CheckoutPage, isFramed: boolean) =>
    sendDocument(reply, {
      title: `Checkout · ${page.look.name || 'Razorpay sandbox'}`,
      page: 'checkout',
      body: checkoutBody(page),
      // Any page may embed it, as with Razorpay's.
      ...(isFramed && { frameAncestors: 'http: https:' }),
    })

  app.get(CHECKOUT_SCRIPT, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return readFile(join(import.meta.dirname, 'razorpay-checkout.js'), 'utf8')
  })

  app.get(FRAME_PATH, async (request, reply) => {
    await razorpay.catchUp()
    const asked = askedSchema.parse(request.query)
    const look = lookSchema.parse(request.query)
    return show(reply, { asked, look, isHosted: false, subject: subjectOf(razorpay, asked, false) }, true)
  })

  app.get<{ Params: { code: string } }>(`${HOSTED_PATH}:code`, async (request, reply) => {
    await razorpay.catchUp()
    const asked = askedSchema.parse({ subscription_id: `sub_${request.params.code}` })
    const look = lookSchema.parse({})
    return show(reply, { asked, look, isHosted: true, subject: subjectOf(razorpay, asked, true) }, false)
  })

  app.post(`${FRAME_PATH}/pay`, async (request, reply) => {
    await razorpay.catchUp()
    const result = await payAtCheckout(razorpay, paySchema.parse(request.body))
    return typeof result === 'string' ? refuse(reply, 409, result) : answer(result)
  })
}

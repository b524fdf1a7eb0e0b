import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { takeForms } from '../../../http/forms.ts'
import { sendPage } from '../../../page/send-page.ts'
import { act, actionSchema } from '../actions.ts'
import { amountOf } from '../api/input.ts'
import type { Razorpay } from '../emulator.ts'
import { paymentsBody, type PaymentsPage } from './page.ts'
import { webhookSchema } from '../state.ts'

const query = z.object({
  /** The webhook that is shown in full. */
  webhook: z.string().optional().catch(undefined),
  /** The address that a link from Notifly suggests. */
  url: z.string().max(2000).optional().catch(undefined),
})

type Form = { Body: Record<string, string> }

/** The account's dashboard. Its forms work without a script, except for the dials. */
export async function addPaymentsPage(app: FastifyInstance, razorpay: Razorpay): Promise<void> {
  const { state, webhooks, panel } = razorpay
  const show = (reply: FastifyReply, said: Partial<PaymentsPage> = {}) =>
    sendPage(reply, {
      title: 'Payments · Sandbox',
      page: 'payments',
      body: paymentsBody({ account: razorpay, sent: webhooks.list, nowMs: Date.now(), ...said }),
      activeFaults: panel.countActive(),
    })

  await app.register(async scope => {
    takeForms(scope)
    scope.get('/payments', async (request, reply) => {
      await razorpay.catchUp()
      const { webhook: open, url } = query.parse(request.query)
      return show(reply, { open, ...(url !== undefined && { isAsked: true, typed: { url, secret: '' } }) })
    })
    scope.post<Form>('/payments/webhook', async (request, reply) => {
      const { url = '', secret = '', remove } = request.body
      if (remove !== undefined) {
        await state.setWebhook(null)
        return reply.redirect('/payments#webhook', 303)
      }
      const parsed = webhookSchema.safeParse({ url, secret })
      if (!parsed.success) {
        const problem = parsed.error.issues[0]?.message
        return show(reply.code(400), { problem, typed: { url, secret } })
      }
      await state.setWebhook(parsed.data)
      return reply.redirect('/payments#webhook', 303)
    })
    scope.post<Form>('/payments', async (request, reply) => {
      const { part = '', amount, ...typed } = request.body
      const payment = state.payment(typed['payment'] ?? '')
      const parsed = actionSchema.safeParse({
        ...typed,
        ...(payment !== undefined && amount !== undefined && { amount: amountOf(amount, payment.currency) }),
      })
      const problem = parsed.success ? await act(razorpay, parsed.data) : 'Enter an amount, such as 12.50.'
      if (problem !== undefined) return show(reply.code(409), { problem })
      return reply.redirect(`/payments#${/^[a-z]+$/.test(part) ? part : ''}`, 303)
    })
  })
}

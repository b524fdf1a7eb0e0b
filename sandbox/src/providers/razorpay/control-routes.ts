import type { FastifyInstance } from 'fastify'
import { answer, refuse } from '../../http/answers.ts'
import { act, actionSchema } from './actions.ts'
import { razorpayDialsSchema } from './dials.ts'
import type { Razorpay } from './emulator.ts'
import { webhookSchema } from './state.ts'

/** The emulator's controls for programs: dials, the account's webhook, and the owner's actions. */
export function addControlRoutes(app: FastifyInstance, razorpay: Razorpay): void {
  const { state, webhooks } = razorpay
  const status = () => ({ now: state.now(), webhook_url: state.content.webhook?.url ?? null })

  app.get('/api/faults/razorpay', async () => answer(state.dials))
  app.put('/api/faults/razorpay', async request => {
    await state.turn(razorpayDialsSchema.parse(request.body))
    return answer(state.dials)
  })

  app.get('/api/razorpay', async () => {
    await razorpay.catchUp()
    const { subscriptions, payments, refunds } = state.content
    return answer({
      ...status(),
      subscriptions: subscriptions.map(({ entity }) => entity),
      payments,
      refunds: refunds.map(({ entity }) => entity),
    })
  })
  app.get('/api/razorpay/webhooks', async () => answer(webhooks.list))
  app.post('/api/razorpay/actions', async (request, reply) => {
    const problem = await act(razorpay, actionSchema.parse(request.body))
    return problem === undefined ? answer(status()) : refuse(reply, 409, problem)
  })

  // At Razorpay this is only possible in the dashboard. The product may use it when it starts.
  app.post('/razorpay/webhook', async request => {
    await state.setWebhook(webhookSchema.parse(request.body))
    return answer(status())
  })
}

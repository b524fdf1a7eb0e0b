import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answer, refuse } from '../../http/answers.ts'
import { localUrl } from '../outward-call.ts'
import { whatsappDialsSchema } from './dials.ts'
import type { Whatsapp } from './emulator.ts'
import { decide, DECISIONS } from './template-routes.ts'
import { verifyWebhook } from './webhook-queue.ts'

/** Where an app wants its reports. Only addresses on this machine are called. */
export const webhookSchema = z.object({
  phone_number_id: z
    .string()
    .trim()
    .regex(/^\d{0,30}$/, 'Enter the id of a number: digits only.')
    .default(''),
  url: localUrl,
  verify_token: z.string().min(1, 'Enter the verify token.').max(200),
  app_secret: z.string().min(1, 'Enter the app secret.').max(200),
})

const reply = z.object({
  from: z.string().regex(/^\+?\d{7,15}$/, 'Enter a number.'),
  /** Id of the number that receives the reply; by default the one that sent last. */
  to: z.string().max(30).optional(),
  text: z.string().min(1).max(4096),
  answers: z.string().optional(),
})

const decision = z.object({
  account: z.string(),
  id: z.string(),
  status: z.enum(DECISIONS),
  reason: z.string().max(100).default('NONE'),
})

/** The emulator's controls for people and tests: dials, webhook, decisions on templates, replies. */
export function addControlRoutes(app: FastifyInstance, whatsapp: Whatsapp): void {
  const { state } = whatsapp
  const told = () => ({ webhooks: state.webhooks, ...whatsapp.webhooks.told })

  app.get('/api/faults/whatsapp', async () => answer(state.dials))
  app.put('/api/faults/whatsapp', async request => {
    await state.turn(whatsappDialsSchema.parse(request.body))
    return answer(state.dials)
  })

  app.get('/api/whatsapp/webhooks', async () => answer(told()))
  app.put('/api/whatsapp/webhooks', async (request, response) => {
    const webhook = webhookSchema.parse(request.body)
    const problem = await verifyWebhook(webhook)
    if (problem !== undefined) return refuse(response, 400, problem)
    await state.subscribe(webhook)
    return answer(told())
  })
  app.delete<{ Querystring: { phone_number_id?: string } }>('/api/whatsapp/webhooks', async request => {
    await state.unsubscribe(request.query.phone_number_id ?? '')
    return answer(told())
  })

  app.get('/api/whatsapp/templates', async () =>
    answer(state.templates.map(({ account, template }) => ({ account, ...template }))),
  )
  app.post('/api/whatsapp/templates/decide', async (request, response) => {
    const { account, id, status, reason } = decision.parse(request.body)
    const template = state.templatesOf(account).find(each => each.id === id)
    if (template === undefined) return refuse(response, 404, 'There is no such template')
    await decide(whatsapp, { account, template }, status, reason)
    return answer(template)
  })

  app.post('/api/whatsapp/inbound', async request => {
    whatsapp.receive(reply.parse(request.body))
    return answer(null)
  })
}

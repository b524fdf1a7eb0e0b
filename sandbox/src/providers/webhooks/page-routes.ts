import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { takeForms } from '../../http/forms.ts'
import { sendPage } from '../../page/send-page.ts'
import { ENDPOINT_PATH, type Webhooks } from './endpoint.ts'
import { webhooksBody } from './page.ts'
import { secretSchema } from './state.ts'

const asked = z.object({ id: z.coerce.number().int().optional().catch(undefined) })

/** The page with received requests and settings. Its forms work without a script, except for the dials. */
export async function addWebhookPage(app: FastifyInstance, webhooks: Webhooks, panel: FaultPanel): Promise<void> {
  const { state, received } = webhooks
  const show = (request: FastifyRequest, reply: FastifyReply, problem?: string) =>
    sendPage(reply, {
      title: 'Webhooks · Sandbox',
      page: 'webhooks',
      body: webhooksBody({
        address: `http://${request.host}${ENDPOINT_PATH}orders`,
        received: received.list,
        open: asked.parse(request.query).id,
        secrets: state.secrets,
        dials: state.dials,
        problem,
        nowMs: Date.now(),
      }),
      activeFaults: panel.countActive(),
    })
  await app.register(async scope => {
    takeForms(scope)
    scope.get('/webhooks', async (request, reply) => show(request, reply))
    scope.post<{ Body: Record<string, string> }>('/webhooks', async (request, reply) => {
      const { secret, remove, clear } = request.body
      if (clear !== undefined) received.clear()
      if (remove !== undefined) await state.removeSecret(remove)
      if (secret !== undefined) {
        const parsed = secretSchema.safeParse(secret)
        if (!parsed.success) return show(request, reply.code(400), parsed.error.issues[0]?.message)
        await state.addSecret(parsed.data)
      }
      return reply.redirect('/webhooks', 303)
    })
  })
}

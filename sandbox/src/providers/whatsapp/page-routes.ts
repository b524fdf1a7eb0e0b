import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { takeForms } from '../../http/forms.ts'
import { sendPage } from '../../page/send-page.ts'
import { webhookSchema } from './control-routes.ts'
import type { Whatsapp } from './emulator.ts'
import { pageBody, type PageState } from './page.ts'
import { decide, DECISIONS } from './template-routes.ts'
import { verifyWebhook } from './webhook-queue.ts'

/** What was just saved, or the webhook that a link from Notifly suggests. */
const asked = z.object({
  saved: z.string().optional().catch(undefined),
  url: z.string().max(2000).optional().catch(undefined),
  verify_token: z.string().max(200).optional().catch(undefined),
  phone_number_id: z.string().max(30).optional().catch(undefined),
})

type Form = { Body: Record<string, string> }
type Show = (reply: FastifyReply, said?: Pick<PageState, 'problem' | 'saved' | 'typed' | 'isAsked'>) => FastifyReply

/** The page on which people configure the emulator. Its forms work without a script, except for the dials. */
export async function addWhatsappPage(app: FastifyInstance, whatsapp: Whatsapp, panel: FaultPanel): Promise<void> {
  const show = showPage(whatsapp, panel)
  await app.register(async scope => {
    takeForms(scope)
    scope.get('/whatsapp', async (request, reply) => {
      const { saved, url, verify_token = '', phone_number_id = '' } = asked.parse(request.query)
      if (url === undefined) return show(reply, saved === undefined ? {} : { saved })
      return show(reply, { isAsked: true, typed: { url, verify_token, phone_number_id } })
    })
    addWebhookForm(scope, whatsapp, show)
    addTemplateForm(scope, whatsapp)
  })
}

function showPage({ state, webhooks }: Whatsapp, panel: FaultPanel): Show {
  return (reply, said = {}) => {
    const { dials, templates } = state
    const body = pageBody({ ...said, dials, templates, webhooks: state.webhooks, ...webhooks.told })
    return sendPage(reply, { title: 'WhatsApp · Sandbox', page: 'whatsapp', body, activeFaults: panel.countActive() })
  }
}

function back(reply: FastifyReply, saved: string): FastifyReply {
  return reply.redirect(`/whatsapp?saved=${saved}`, 303)
}

function addWebhookForm(scope: FastifyInstance, { state }: Whatsapp, show: Show): void {
  scope.post<Form>('/whatsapp/webhook', async (request, reply) => {
    const { remove } = request.body
    if (remove !== undefined) {
      await state.unsubscribe(remove)
      return back(reply, 'webhook')
    }
    const typed = { ...request.body }
    const parsed = webhookSchema.safeParse(typed)
    const problem = parsed.success ? await verifyWebhook(parsed.data) : parsed.error.issues[0]?.message
    if (!parsed.success || problem !== undefined) return show(reply.code(400), { problem: problem ?? '', typed })
    await state.subscribe(parsed.data)
    return back(reply, 'webhook')
  })
}

function addTemplateForm(scope: FastifyInstance, whatsapp: Whatsapp): void {
  scope.post<Form>('/whatsapp/template', async (request, reply) => {
    const { account = '', id = '', status = '' } = request.body
    const found = whatsapp.state.templates.find(each => each.account === account && each.template.id === id)
    if (found !== undefined && DECISIONS.includes(status)) {
      await decide(whatsapp, found, status, status === 'REJECTED' ? 'PROMOTIONAL' : 'NONE')
    }
    return back(reply, 'template')
  })
}

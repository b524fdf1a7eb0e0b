import type { FastifyInstance, FastifyReply } from 'fastify'
import { countActive } from '../../faults/dials.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { layout, PAGE_POLICY } from '../../page/layout.ts'
import { webhookSchema } from './control-routes.ts'
import { whatsappDialsSchema } from './dials.ts'
import type { Whatsapp } from './emulator.ts'
import { pageBody, type PageState } from './page.ts'
import { statusChange } from './template-routes.ts'
import { verifyWebhook } from './webhook-queue.ts'

type Form = { Body: Record<string, string> }
type Show = (reply: FastifyReply, said?: Pick<PageState, 'problem' | 'saved' | 'typed'>) => FastifyReply

/** The page on which people set the emulator up. Its forms work without a script. */
export async function addWhatsappPage(app: FastifyInstance, whatsapp: Whatsapp, panel: FaultPanel): Promise<void> {
  const show = showPage(whatsapp, panel)
  await app.register(async scope => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get<{ Querystring: { saved?: string } }>('/whatsapp', async (request, reply) =>
      show(reply, { ...(request.query.saved !== undefined && { saved: request.query.saved }) }),
    )
    addWebhookForm(scope, whatsapp, show)
    addDialsForm(scope, whatsapp, show)
    addTemplateForm(scope, whatsapp)
  })
}

function showPage({ state, webhooks }: Whatsapp, panel: FaultPanel): Show {
  return (reply, said = {}) => {
    const activeFaults = countActive(panel.dials('email')) + countActive(panel.dials('sso'))
    const templates = state.accounts.flatMap(account =>
      state.templatesOf(account).map(template => ({ account, template })),
    )
    const { dials, webhook } = state
    const { delivered, lost } = webhooks
    const body = pageBody({ ...said, dials, webhook, delivered, lost, templates })
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-store')
      .send(layout({ title: 'WhatsApp · Sandbox', page: 'whatsapp', body, activeFaults, smtpAddress: '' }))
  }
}

function back(reply: FastifyReply, saved: string): FastifyReply {
  return reply.redirect(`/whatsapp?saved=${saved}`, 303)
}

function addWebhookForm(scope: FastifyInstance, { state }: Whatsapp, show: Show): void {
  scope.post<Form>('/whatsapp/webhook', async (request, reply) => {
    if (request.body['remove'] !== undefined) {
      await state.subscribe(null)
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

function addDialsForm(scope: FastifyInstance, { state }: Whatsapp, show: Show): void {
  scope.post<Form>('/whatsapp/dials', async (request, reply) => {
    const given = Object.entries(request.body).map(
      ([name, value]) => [name, name.endsWith('_rate') ? Number(value) / 100 : Number(value)] as const,
    )
    const parsed = whatsappDialsSchema.safeParse(Object.fromEntries(given))
    if (!parsed.success) return show(reply.code(400), { problem: parsed.error.issues[0]?.message ?? '' })
    await state.turn(parsed.data)
    return back(reply, 'dials')
  })
}

function addTemplateForm(scope: FastifyInstance, { state, webhooks }: Whatsapp): void {
  scope.post<Form>('/whatsapp/template', async (request, reply) => {
    const { account = '', id = '', status = '' } = request.body
    const known = state.accounts.includes(account) ? state.templatesOf(account) : []
    const template = known.find(each => each.id === id)
    if (template !== undefined && ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'].includes(status)) {
      Object.assign(template, { status, rejected_reason: status === 'REJECTED' ? 'PROMOTIONAL' : 'NONE' })
      await state.save()
      webhooks.add(statusChange(account, template))
    }
    return back(reply, 'template')
  })
}

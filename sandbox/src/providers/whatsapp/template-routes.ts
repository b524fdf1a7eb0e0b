import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createDueQueue } from '../smtp/due-queue.ts'
import type { Whatsapp } from './emulator.ts'
import { failWith, FAILURES } from './graph-error.ts'
import { longId, variablesIn, type Component, type Template } from './template.ts'

const button = z.object({
  type: z.enum(['QUICK_REPLY', 'PHONE_NUMBER', 'URL', 'COPY_CODE']),
  text: z.string().max(25).optional(),
  url: z.string().max(2000).optional(),
  phone_number: z.string().max(20).optional(),
  example: z.unknown().optional(),
})

const newTemplate = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  components: z.array(
    z.object({
      type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
      format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']).optional(),
      text: z.string().max(1024).optional(),
      example: z.record(z.string(), z.unknown()).optional(),
      buttons: z.array(button).max(10).optional(),
    }),
  ),
})

const PAGE = 25

/** Templates of a business account: listed by cursor, made, decided about after a while, deleted. */
export function addTemplateRoutes(app: FastifyInstance, whatsapp: Whatsapp): void {
  const { state } = whatsapp
  const decisions = createDueQueue<{ account: string; id: string }>(4, async ({ account, id }) => decide(account, id))

  const decide = (account: string, id: string) => {
    const template = state.templatesOf(account).find(each => each.id === id)
    if (template?.status !== 'PENDING') return
    const reason = rejectionOf(template)
    template.status = reason === undefined ? 'APPROVED' : 'REJECTED'
    template.rejected_reason = reason ?? 'NONE'
    whatsapp.webhooks.add(statusChange(account, template))
    state.save().catch(whatsapp.onError)
  }
  app.addHook('preClose', () => decisions.stop())

  app.get<{ Params: { object: string }; Querystring: Record<string, string> }>(
    '/:object/message_templates',
    async (request, reply) => listPage(request, reply, state.templatesOf(request.params.object)),
  )

  app.post<{ Params: { object: string } }>(
    '/:object/message_templates',
    { bodyLimit: 1 << 20 },
    async (request, reply) => {
      const account = request.params.object
      const parsed = newTemplate.safeParse(request.body)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return failWith(reply, {
          ...FAILURES.parameter,
          details: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
        })
      }
      const { components, ...rest } = parsed.data
      const templates = state.templatesOf(account)
      if (templates.some(({ name, language }) => name === rest.name && language === rest.language)) {
        return failWith(reply, {
          ...FAILURES.parameter,
          subcode: 2388024,
          details: 'Content in this language already exists',
        })
      }
      const template: Template = {
        id: longId(),
        ...rest,
        status: 'PENDING',
        rejected_reason: 'NONE',
        parameter_format: 'POSITIONAL',
        components: components.map(kept),
        quality_score: { score: 'UNKNOWN' },
      }
      templates.push(template)
      await state.save()
      decisions.add({ account, id: template.id }, state.dials.approval_ms * whatsapp.pace)
      return { id: template.id, status: template.status, category: template.category }
    },
  )

  app.delete<{ Params: { object: string }; Querystring: { name?: string; hsm_id?: string } }>(
    '/:object/message_templates',
    async (request, reply) => {
      const { name, hsm_id: id } = request.query
      const templates = state.templatesOf(request.params.object)
      const gone = templates.filter(each => each.name === name && (id === undefined || each.id === id))
      if (gone.length === 0)
        return failWith(reply, { ...FAILURES.parameter, subcode: 2593002, details: 'Template not found' })
      for (const template of gone) templates.splice(templates.indexOf(template), 1)
      await state.save()
      return { success: true }
    },
  )
}

/** What the event of a template's new state looks like. */
export function statusChange(account: string, template: Template) {
  const value = {
    event: template.status,
    message_template_id: template.id,
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason: template.rejected_reason,
  }
  return { field: 'message_template_status_update', account, value }
}

function listPage(
  request: FastifyRequest<{ Querystring: Record<string, string> }>,
  _reply: FastifyReply,
  all: readonly Template[],
) {
  const { limit, after, status, name } = request.query
  const matching = all.filter(
    template =>
      (status === undefined || template.status === status) && (name === undefined || template.name.includes(name)),
  )
  const size = Math.min(250, Math.max(1, Number(limit) || PAGE))
  const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString()) || 0
  const data = matching.slice(from, from + size)
  const cursor = (at: number) => Buffer.from(String(at)).toString('base64url')
  const end = from + data.length
  if (data.length === 0) return { data }
  const url = new URL(request.url, `http://${request.headers.host ?? 'localhost'}`)
  url.searchParams.set('after', cursor(end))
  const cursors = { before: cursor(from), after: cursor(end) }
  return { data, paging: { cursors, ...(end < matching.length && { next: url.href }) } }
}

/** Samples are shown as addresses once they are kept. */
function kept(component: Component): Component {
  if (component.format === undefined || component.format === 'TEXT') return component
  return {
    ...component,
    ...(component.example && { example: { header_handle: ['https://scontent.whatsapp.example/sample'] } }),
  }
}

/** A reviewer's eyes: texts that promise prizes, and variables without words around them. */
function rejectionOf({ name, components }: Template): string | undefined {
  const texts = components.map(({ text = '' }) => text)
  if (name.includes('reject') || texts.some(text => /\b(won|prize|lottery)\b/i.test(text))) return 'PROMOTIONAL'
  if (texts.some(text => /\}\}\s*\{\{/.test(text))) return 'INVALID_FORMAT'
  const isBare = texts.some(text => variablesIn(text).length > 0 && text.replace(/\{\{\w+\}\}/g, '').trim().length < 3)
  return isBare ? 'INVALID_FORMAT' : undefined
}

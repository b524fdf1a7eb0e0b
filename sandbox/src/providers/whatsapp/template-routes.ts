import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createDueQueue } from '../../due-queue.ts'
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
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
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

const change = newTemplate.pick({ category: true, components: true }).partial({ category: true })
const EDITABLE = ['APPROVED', 'REJECTED', 'PAUSED']

const PAGE = 25

/** Templates of a business account: list with a cursor, create, decide after a while, delete. */
export function addTemplateRoutes(app: FastifyInstance, whatsapp: Whatsapp): void {
  const { state } = whatsapp
  const decideLater = startDecisions(app, whatsapp)

  app.get<Listing>('/:object/message_templates', async request =>
    listPage(request, state.templatesOf(request.params.object)),
  )

  const limits = { bodyLimit: 1 << 20 }
  app.post<Listing>('/:object/message_templates', limits, async (request, reply) => {
    const account = request.params.object
    const parsed = newTemplate.safeParse(request.body)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const details = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
      return failWith(reply, { ...FAILURES.parameter, details })
    }
    const templates = state.templatesOf(account)
    const template = templateOf(parsed.data)
    if (!hasItsFormat(template)) return failWith(reply, WRONG_FORMAT)
    if (templates.some(({ name, language }) => name === template.name && language === template.language)) {
      return failWith(reply, EXISTS)
    }
    templates.push(template)
    await state.save()
    decideLater(account, template.id)
    return { id: template.id, status: template.status, category: template.category }
  })

  app.post<Listing>('/:object', limits, async (request, reply) => {
    const found = state.templates.find(({ template }) => template.id === request.params.object)
    if (found === undefined) return failWith(reply, FAILURES.missingObject)
    const { account, template } = found
    const parsed = change.safeParse(request.body)
    if (!parsed.success)
      return failWith(reply, { ...FAILURES.parameter, details: parsed.error.issues[0]?.message ?? '' })
    const { category = template.category, components } = parsed.data
    const isFixed = template.status === 'APPROVED' && category !== template.category
    if (isFixed || !EDITABLE.includes(template.status)) return failWith(reply, UNEDITABLE)
    if (!hasItsFormat({ ...template, components })) return failWith(reply, WRONG_FORMAT)
    Object.assign(template, { category, components: components.map(kept), status: 'PENDING', rejected_reason: 'NONE' })
    await state.save()
    decideLater(account, template.id)
    return { success: true }
  })

  app.delete<Listing>('/:object/message_templates', async (request, reply) => {
    const { name, hsm_id: id } = request.query
    const templates = state.templatesOf(request.params.object)
    const gone = templates.filter(each => each.name === name && (id === undefined || each.id === id))
    if (gone.length === 0) return failWith(reply, GONE)
    for (const template of gone) templates.splice(templates.indexOf(template), 1)
    await state.save()
    return { success: true }
  })
}

interface Listing {
  Params: { object: string }
  Querystring: Record<string, string>
}

const EXISTS = { ...FAILURES.parameter, subcode: 2388024, details: 'Content in this language already exists' }
const UNEDITABLE = { ...FAILURES.parameter, details: 'The message template cannot be edited this way now' }
const WRONG_FORMAT = { ...FAILURES.parameter, details: 'Variables and examples do not fit the parameter format' }
const GONE = { ...FAILURES.parameter, subcode: 2593002, details: 'Template not found' }

/** Whether variables are numbered or named as the template says, each with an example in that format. */
function hasItsFormat({
  parameter_format: format,
  components,
}: Pick<Template, 'parameter_format' | 'components'>): boolean {
  return components.every(({ type, text, example }) => {
    const variables = variablesIn(text)
    if (variables.length === 0) return true
    const isNamed = format === 'NAMED'
    const key = `${type === 'HEADER' ? 'header' : 'body'}_text${isNamed ? '_named_params' : ''}`
    return variables.every(name => /^\d+$/.test(name) !== isNamed) && example?.[key] !== undefined
  })
}

/** Decides on a template some time after its creation. */
function startDecisions(app: FastifyInstance, whatsapp: Whatsapp): (account: string, id: string) => void {
  const { state, pace, onError } = whatsapp
  const queue = createDueQueue<{ account: string; id: string }>(4, async ({ account, id }) => {
    const template = state.templatesOf(account).find(each => each.id === id)
    if (template?.status !== 'PENDING') return
    const reason = rejectionOf(template)
    const status = reason === undefined ? 'APPROVED' : 'REJECTED'
    await decide(whatsapp, { account, template }, status, reason ?? 'NONE').catch(onError)
  })
  app.addHook('preClose', () => queue.stop())
  return (account, id) => queue.add({ account, id }, state.dials.approval_ms * pace)
}

function templateOf({ components, ...rest }: z.infer<typeof newTemplate>): Template {
  return {
    id: longId(),
    ...rest,
    status: 'PENDING',
    rejected_reason: 'NONE',
    components: components.map(kept),
    quality_score: { score: 'UNKNOWN' },
  }
}

export const DECISIONS = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']

/** Sets a template's status and tells its account. */
export async function decide(
  { state, webhooks }: Pick<Whatsapp, 'state' | 'webhooks'>,
  { account, template }: { account: string; template: Template },
  status: string,
  reason: string,
): Promise<void> {
  Object.assign(template, { status, rejected_reason: reason })
  webhooks.add(statusChange(account, template))
  await state.save()
}

/** The event for a template's new status. */
function statusChange(account: string, template: Template) {
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

function listPage(request: FastifyRequest<Listing>, all: readonly Template[]) {
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

/** Stored samples are shown as addresses. */
function kept(component: Component): Component {
  if (component.format === undefined || component.format === 'TEXT') return component
  return {
    ...component,
    ...(component.example && { example: { header_handle: ['https://scontent.whatsapp.example/sample'] } }),
  }
}

/** The reviewer's decision: rejects texts that promise prizes, and variables without text around them. */
function rejectionOf({ name, components }: Template): string | undefined {
  const texts = components.map(({ text = '' }) => text)
  if (name.includes('reject') || texts.some(text => /\b(won|prize|lottery)\b/i.test(text))) return 'PROMOTIONAL'
  if (texts.some(text => /\}\}\s*\{\{/.test(text))) return 'INVALID_FORMAT'
  const isBare = texts.some(text => variablesIn(text).length > 0 && text.replace(/\{\{\w+\}\}/g, '').trim().length < 3)
  return isBare ? 'INVALID_FORMAT' : undefined
}

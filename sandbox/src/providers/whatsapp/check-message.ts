import { z } from 'zod'
import { FAILURES, type GraphFailure } from './graph-error.ts'
import { fillIn, variablesIn, type Button, type Template } from './template.ts'

// Checks whether a message fits its template, and computes what its reader sees. Returns the Cloud API's error numbers.

const parameter = z.looseObject({
  type: z.string(),
  parameter_name: z.string().optional(),
  text: z.string().optional(),
  coupon_code: z.string().optional(),
  payload: z.string().optional(),
  image: z.object({ id: z.string().optional(), link: z.string().optional() }).optional(),
  video: z.object({ id: z.string().optional(), link: z.string().optional() }).optional(),
  document: z
    .object({ id: z.string().optional(), link: z.string().optional(), filename: z.string().optional() })
    .optional(),
  location: z
    .object({
      latitude: z.union([z.number(), z.string()]),
      longitude: z.union([z.number(), z.string()]),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
})

const component = z.object({
  type: z.string(),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.number()]).optional(),
  parameters: z.array(parameter).default([]),
})
export type SentComponent = z.infer<typeof component>

export const sentMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.string().optional(),
  to: z.string().regex(/^\+?\d{7,15}$/),
  type: z.string(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  text: z.object({ body: z.string().min(1).max(4096) }).optional(),
  template: z
    .object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z.array(component).default([]),
    })
    .optional(),
})
export type SentMessage = z.infer<typeof sentMessage>

/** What the reader sees. */
export interface Shown {
  header?: { kind: string; text?: string; source?: string }
  body: string
  footer?: string
  buttons: { kind: string; text: string; value?: string }[]
}

export type Checked = { failure: GraphFailure } | { shown: Shown }

/** Fills the values of a message into its template. */
export function fitTemplate(template: Template | undefined, components: readonly SentComponent[]): Checked {
  if (template === undefined || template.status === 'PENDING' || template.status === 'REJECTED') {
    return {
      failure: { ...FAILURES.noTemplate, details: 'template name does not exist in this language, or is not approved' },
    }
  }
  if (template.status === 'PAUSED') return { failure: FAILURES.paused }
  if (template.status !== 'APPROVED') return { failure: FAILURES.disabled }
  try {
    return { shown: show(template, components) }
  } catch (error) {
    if (error instanceof InvalidMessage) return { failure: error.failure }
    throw error
  }
}

class InvalidMessage extends Error {
  readonly failure: GraphFailure
  constructor(failure: GraphFailure, details: string) {
    super(details)
    this.failure = { ...failure, details }
  }
}

function show(template: Template, given: readonly SentComponent[]): Shown {
  const of = (type: string) => given.find(each => each.type.toLowerCase() === type)?.parameters ?? []
  const part = (type: string) => template.components.find(each => each.type === type)
  const header = part('HEADER')
  const body = part('BODY')?.text ?? ''
  const footer = part('FOOTER')?.text
  const shownHeader = header && headerOf(header.format ?? 'TEXT', header.text ?? '', of('header'))
  return {
    ...(shownHeader && { header: shownHeader }),
    body: textOf('body', body, of('body')),
    ...(footer !== undefined && { footer }),
    buttons: (part('BUTTONS')?.buttons ?? []).map((button, index) => buttonOf(button, index, given)),
  }
}

type Parameters = SentComponent['parameters']

function textOf(place: string, text: string, parameters: Parameters): string {
  const names = variablesIn(text)
  if (parameters.length !== names.length) {
    throw new InvalidMessage(
      FAILURES.count,
      `${place}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    )
  }
  const values = new Map<string, string>()
  for (const [index, { type, text: value = '', parameter_name: name }] of parameters.entries()) {
    if (type !== 'text') throw new InvalidMessage(FAILURES.format, `${place}: expected text, got ${type}`)
    if (value === '')
      throw new InvalidMessage(FAILURES.missingParameter, `${place}: parameter ${index + 1} is missing text`)
    if (/[\n\t]| {5}/.test(value)) {
      throw new InvalidMessage(
        FAILURES.format,
        'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      )
    }
    values.set(name ?? names[index] ?? '', value)
  }
  if (names.some(name => !values.has(name)))
    throw new InvalidMessage(FAILURES.parameter, `${place}: parameter name is missing`)
  return fillIn(text, values)
}

function headerOf(format: string, text: string, parameters: Parameters): NonNullable<Shown['header']> {
  if (format === 'TEXT') return { kind: 'text', text: textOf('header', text, parameters) }
  const kind = format.toLowerCase()
  const [given] = parameters
  if (given === undefined) throw new InvalidMessage(FAILURES.count, `header: expected 1 parameter of ${kind}`)
  if (given.type !== kind)
    throw new InvalidMessage(FAILURES.format, `header: Format mismatch, expected ${format}, received ${given.type}`)
  if (kind === 'location') {
    const { name = '', address = '' } = given.location ?? {}
    return { kind, text: [name, address].filter(Boolean).join(', ') }
  }
  const media = given[kind as 'image' | 'video' | 'document']
  const source = media?.id ?? media?.link
  if (source === undefined) throw new InvalidMessage(FAILURES.missingParameter, `header: ${kind} needs id or link`)
  const filename = given.document?.filename
  return { kind, source, ...(filename !== undefined && { text: filename }) }
}

function buttonOf(button: Button, index: number, given: readonly SentComponent[]): Shown['buttons'][number] {
  const own = given.find(each => each.type.toLowerCase() === 'button' && String(each.index) === String(index))
  const [value] = own?.parameters ?? []
  const shown = { kind: button.type, text: button.text ?? 'Copy offer code' }
  if (button.type === 'URL') {
    const names = variablesIn(button.url)
    if (names.length === 0) return { ...shown, value: button.url ?? '' }
    if (!value?.text)
      throw new InvalidMessage(
        FAILURES.missingParameter,
        `buttons: Button at index ${index} of type Url requires a parameter`,
      )
    return { ...shown, value: fillIn(button.url ?? '', new Map([[names[0] ?? '', value.text]])) }
  }
  if (button.type === 'COPY_CODE') {
    if (!value?.coupon_code)
      throw new InvalidMessage(FAILURES.missingParameter, `buttons: Button at index ${index} needs a coupon code`)
    return { ...shown, value: value.coupon_code }
  }
  if (button.type === 'PHONE_NUMBER') return { ...shown, value: button.phone_number ?? '' }
  return { ...shown, ...(value?.payload !== undefined && { value: value.payload }) }
}

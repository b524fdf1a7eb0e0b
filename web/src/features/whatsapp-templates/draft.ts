import type { Approval } from '@notifly/contracts/approvals/approvals'
import {
  BUTTON_KINDS,
  type ButtonKind,
  HEADER_FORMATS,
  type HeaderFormat,
  isNumber,
  partOf,
  variablesOf,
  type WhatsappButton,
  WhatsappComponent,
} from '@notifly/contracts/whatsapp-templates/components'
import * as z from 'zod/mini'
import { textIn } from '../../components/approvals/request-address.ts'

/** A template while it is written: every part is there, chosen or not, so that nothing typed is lost by choosing. */

export interface DraftButton {
  /** For React: buttons may be alike. */
  key: number
  type: ButtonKind
  text: string
  url: string
  phone: string
  example: string
}

export interface Draft {
  name: string
  language: string
  category: string
  format: HeaderFormat | 'NONE'
  header: string
  headerExample: string
  /** Handles of uploaded samples, by format. */
  samples: Partial<Record<HeaderFormat, string>>
  body: string
  /** By the variable, so that each keeps its own wherever another one comes in. */
  examples: Readonly<Record<string, string>>
  footer: string
  buttons: DraftButton[]
}

export function emptyDraft(locale: string): Draft {
  const language = { hi: 'hi', es: 'es', fr: 'fr' }[locale] ?? 'en'
  return {
    name: '',
    language,
    category: 'MARKETING',
    format: 'NONE',
    header: '',
    headerExample: '',
    samples: {},
    body: '',
    examples: {},
    footer: '',
    buttons: [],
  }
}

interface Written {
  name: string
  language: string
  category: string
  components: readonly WhatsappComponent[]
}

/** What is there of a template, to go on from, without what cannot be written here. Samples have to be uploaded again. */
export function draftOf({ name, language, category, components }: Written): Draft {
  const header = partOf(components, 'HEADER')
  const body = partOf(components, 'BODY')
  return {
    ...emptyDraft(''),
    name,
    language,
    category,
    format: header === undefined ? 'NONE' : (formatOf(header) ?? 'NONE'),
    header: header?.text ?? '',
    headerExample: header?.example?.header_text?.[0] ?? '',
    body: body?.text ?? '',
    examples: Object.fromEntries(
      variablesOf(body?.text ?? '').map((variable, index) => [variable, body?.example?.body_text?.[0]?.[index] ?? '']),
    ),
    footer: partOf(components, 'FOOTER')?.text ?? '',
    buttons: buttonsIn(components).flatMap((button, key) => {
      const type = buttonKindOf(button)
      if (type === undefined) return []
      const { text = '', url = '', phone_number: phone = '', example } = button
      return [{ key, type, text, url, phone, example: example?.[0] ?? '' }]
    }),
  }
}

/** What a rejected request would have written: its sample never reached a template, so that its handle still serves. */
export function requestedDraft(written: Written): Draft {
  const draft = draftOf(written)
  const handle = partOf(written.components, 'HEADER')?.example?.header_handle?.[0] ?? ''
  return draft.format === 'NONE' || handle === '' ? draft : { ...draft, samples: { [draft.format]: handle } }
}

/** What buttons and other parts a draft leaves out are called, because only WhatsApp itself can make them. */
export function leftOutOf(components: readonly WhatsappComponent[]): { buttons: string[]; parts: string[] } {
  const buttons = buttonsIn(components).filter(button => buttonKindOf(button) === undefined)
  const parts = components.flatMap(part => {
    const type = part.type.toUpperCase()
    if (type === 'HEADER') return formatOf(part) === undefined ? [part.format ?? type] : []
    return KINDS.includes(type) ? [] : [type]
  })
  return { buttons: buttons.map(({ type }) => type), parts }
}

const KINDS = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

function buttonsIn(components: readonly WhatsappComponent[]): WhatsappButton[] {
  return partOf(components, 'BUTTONS')?.buttons ?? []
}

function buttonKindOf({ type }: WhatsappButton): ButtonKind | undefined {
  return BUTTON_KINDS.find(kind => kind === type)
}

function formatOf({ format = 'TEXT' }: WhatsappComponent): HeaderFormat | undefined {
  return HEADER_FORMATS.find(each => each === format.toUpperCase())
}

/** The parts as the wire has them. */
export function componentsOf(draft: Draft): WhatsappComponent[] {
  const { body, footer, buttons } = draft
  const header = headerOf(draft)
  const variables = variablesOf(body)
  return [
    ...(header === undefined ? [] : [header]),
    {
      type: 'BODY',
      text: body,
      ...(variables.length > 0 && {
        example: { body_text: [variables.map(variable => draft.examples[variable]?.trim() ?? '')] },
      }),
    },
    ...(footer.trim() === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }]),
  ]
}

function headerOf({ format, header, headerExample, samples }: Draft): WhatsappComponent | undefined {
  switch (format) {
    case 'NONE':
      return undefined
    case 'LOCATION':
      return { type: 'HEADER', format }
    case 'TEXT': {
      const hasVariable = variablesOf(header).length > 0
      return {
        type: 'HEADER',
        format,
        text: header,
        ...(hasVariable && { example: { header_text: [headerExample.trim()] } }),
      }
    }
    default:
      return { type: 'HEADER', format, example: { header_handle: [samples[format] ?? ''] } }
  }
}

function buttonOf({ type, text, url, phone, example }: DraftButton): WhatsappButton {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text }
    case 'PHONE_NUMBER':
      return { type, text, phone_number: phone }
    case 'URL':
      return { type, text, url, ...(url.includes('{{') && { example: [example] }) }
    case 'COPY_CODE':
      return { type, example: [example] }
  }
}

/** A field of the wire, such as `components.1.text`, by the part that it belongs to: `body.text`. */
export function placeOf(field: string, components: readonly WhatsappComponent[]): string {
  return field.replace(
    /^components\.(\d+)/,
    (whole, index: string) => components[Number(index)]?.type.toLowerCase() ?? whole,
  )
}

/** The part whose variables got names where the template has numbers, or numbers where it has names: WhatsApp keeps which. */
export function switchedPart(
  before: readonly WhatsappComponent[],
  after: readonly WhatsappComponent[],
): 'header' | 'body' | undefined {
  const namesIn = (parts: readonly WhatsappComponent[], kind: 'HEADER' | 'BODY') =>
    variablesOf(partOf(parts, kind)?.text ?? '').map(variable => !isNumber(variable))
  const wasNamed = [...namesIn(before, 'HEADER'), ...namesIn(before, 'BODY')].includes(true)
  if (namesIn(after, 'BODY').includes(!wasNamed)) return 'body'
  return namesIn(after, 'HEADER').includes(!wasNamed) ? 'header' : undefined
}

/** What a rejected request would have written. */
export function requestedIn(request: Approval | undefined): Draft | undefined {
  const payload = request?.payload
  const components = z.array(WhatsappComponent).safeParse(payload?.['components'])
  if (payload === undefined || !components.success) return undefined
  const [name, language, category] = [textIn(payload, 'name'), textIn(payload, 'language'), textIn(payload, 'category')]
  return requestedDraft({ name, language, category, components: components.data })
}

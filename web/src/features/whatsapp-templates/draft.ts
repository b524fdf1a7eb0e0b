/** A template while it is written: every part is there, chosen or not, so that nothing typed is lost by choosing. */
import {
  type ButtonKind,
  type HeaderFormat,
  partOf,
  variablesOf,
  type WhatsappButton,
  type WhatsappComponent,
} from '@notifly/contracts/whatsapp-components'

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
  examples: string[]
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
    examples: [],
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

/** What is there of a template, to go on from. Samples have to be uploaded again: their handles are of one use. */
export function draftOf({ name, language, category, components }: Written): Draft {
  const header = partOf(components, 'HEADER')
  const body = partOf(components, 'BODY')
  return {
    ...emptyDraft(''),
    name,
    language,
    category,
    format: (header?.format as HeaderFormat | undefined) ?? (header === undefined ? 'NONE' : 'TEXT'),
    header: header?.text ?? '',
    headerExample: header?.example?.header_text?.[0] ?? '',
    body: body?.text ?? '',
    examples: body?.example?.body_text?.[0] ?? [],
    footer: partOf(components, 'FOOTER')?.text ?? '',
    buttons: (partOf(components, 'BUTTONS')?.buttons ?? []).map((button, key) => ({
      key,
      type: button.type as ButtonKind,
      text: button.text ?? '',
      url: button.url ?? '',
      phone: button.phone_number ?? '',
      example: button.example?.[0] ?? '',
    })),
  }
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
        example: { body_text: [variables.map((_, index) => draft.examples[index]?.trim() ?? '')] },
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

/** Components of an approved WhatsApp template, under WhatsApp's own names, and the values that its texts require. */
import * as z from 'zod/mini'
import { maxCharacters } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const HEADER_FORMATS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
export type HeaderFormat = (typeof HEADER_FORMATS)[number]

export const BUTTON_KINDS = ['QUICK_REPLY', 'PHONE_NUMBER', 'URL', 'COPY_CODE'] as const
export type ButtonKind = (typeof BUTTON_KINDS)[number]

const words = z.string().check(maxCharacters(4000))
const examples = z.array(words).check(z.maxLength(100, sentenceKey('fields.variables')))

export const WhatsappButton = z.object({
  /** One of BUTTON_KINDS; templates created elsewhere may have others. */
  type: z.string(),
  text: z.optional(words),
  url: z.optional(words),
  phone_number: z.optional(words),
  /** For a URL with a variable: a full URL; for COPY_CODE: a code. */
  example: z.optional(examples),
})
export type WhatsappButton = z.infer<typeof WhatsappButton>

export const WhatsappComponent = z.object({
  /** HEADER, BODY, FOOTER or BUTTONS; templates created elsewhere may have others. */
  type: z.string(),
  /** For a header. */
  format: z.optional(z.string()),
  text: z.optional(words),
  example: z.optional(
    z.object({
      header_text: z.optional(examples),
      /** Name of an uploaded sample. */
      header_handle: z.optional(examples),
      /** One list of values, in the order of the variables. */
      body_text: z.optional(z.array(examples).check(z.maxLength(1))),
    }),
  ),
  buttons: z.optional(z.array(WhatsappButton).check(z.maxLength(20))),
})
export type WhatsappComponent = z.infer<typeof WhatsappComponent>

export type ComponentKind = 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'

/** The component of that kind, of which a template has at most one. */
export function partOf(components: readonly WhatsappComponent[], kind: ComponentKind): WhatsappComponent | undefined {
  return components.find(({ type }) => type.toUpperCase() === kind)
}

const VARIABLE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** The variables of a text, each once: `{{1}}`, `{{2}}` by number, named ones as they occur. */
export function variablesOf(text: string): string[] {
  const found = [...new Set([...text.matchAll(VARIABLE)].map(match => match[1] ?? ''))]
  return found.every(isNumber) ? found.toSorted((a, b) => Number(a) - Number(b)) : found
}

/** Whether a variable is one of `{{1}}`, `{{2}}`, ...; the others have names. */
export function isNumber(variable: string): boolean {
  return /^\d+$/.test(variable)
}

/** Replaces each variable of a text by its value; one without a value stays. */
export function fillVariables(text: string, values: readonly (string | undefined)[]): string {
  const names = variablesOf(text)
  return text.replace(VARIABLE, (whole, name: string) => values[names.indexOf(name)] || whole)
}

/** The value that a button requires for each message; undefined if it requires none. */
export type ButtonNeed = 'url' | 'code'

/** The values that each message requires, by their place in `parameters`. */
export interface TemplateNeeds {
  header: 'text' | 'image' | 'video' | 'document' | 'location' | null
  /** For the text of the header, at most one. */
  headerVariables: string[]
  bodyVariables: string[]
  /** By the position of the button. */
  buttons: { index: number; need: ButtonNeed }[]
  /** Names of parts that no message of ours can fill; then it cannot be sent from here. */
  foreign: string[]
}

const HEADER_NEEDS: Record<string, TemplateNeeds['header']> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
}
const KINDS = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']
/** Buttons that require nothing from us; what they return is for others. */
const FIXED_BUTTONS = ['QUICK_REPLY', 'PHONE_NUMBER', 'VOICE_CALL']

/** Returns the values that a message with this template requires. */
export function needsOf(components: readonly WhatsappComponent[]): TemplateNeeds {
  const header = partOf(components, 'HEADER')
  const format = header?.format?.toUpperCase() ?? 'TEXT'
  const headerVariables = header !== undefined && format === 'TEXT' ? variablesOf(header.text ?? '') : []
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  return {
    header: header === undefined ? null : (HEADER_NEEDS[format] ?? (headerVariables.length > 0 ? 'text' : null)),
    headerVariables,
    bodyVariables: variablesOf(partOf(components, 'BODY')?.text ?? ''),
    buttons: buttons.flatMap((button, index) => {
      const need = needOf(button)
      return need === undefined ? [] : [{ index, need }]
    }),
    foreign: [
      ...components.filter(({ type }) => !KINDS.includes(type.toUpperCase())).map(({ type }) => type),
      ...buttons.filter(({ type }) => !isKnownButton(type)).map(({ type }) => type),
    ],
  }
}

function needOf({ type, url }: WhatsappButton): ButtonNeed | undefined {
  if (type === 'COPY_CODE') return 'code'
  return type === 'URL' && variablesOf(url ?? '').length > 0 ? 'url' : undefined
}

function isKnownButton(type: string): boolean {
  return type === 'URL' || type === 'COPY_CODE' || FIXED_BUTTONS.includes(type)
}

/**
 * The parts of a message that fill in a template: converts a campaign's values into the parts of the request (Cloud API, "Template
 * messages"). Their text is still Liquid.
 */
import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import {
  isNumber,
  needsOf,
  type TemplateNeeds,
  type WhatsappComponent,
} from '@notifly/contracts/whatsapp-templates/components'

export interface TextValue {
  type: 'text'
  parameter_name?: string
  text: string
}
export interface Media {
  id?: string
  link?: string
  filename?: string
}
export interface Location {
  latitude: number
  longitude: number
  name: string
  address: string
}
export type Parameter =
  | TextValue
  | { type: 'image'; image: Media }
  | { type: 'video'; video: Media }
  | { type: 'document'; document: Media }
  | { type: 'location'; location: Location }
  | { type: 'coupon_code'; coupon_code: string }
  | { type: 'payload'; payload: string }

export type MessageComponent =
  | { type: 'header' | 'body'; parameters: Parameter[] }
  | { type: 'button'; sub_type: 'url' | 'copy_code' | 'quick_reply'; index: string; parameters: Parameter[] }

/** Returns what the template needs, as far as it is known; for an unknown template, what the values imply. */
export function needsFor(
  template: readonly WhatsappComponent[] | undefined,
  parameters: WhatsappParameters,
): TemplateNeeds {
  if (template !== undefined) return needsOf(template)
  const { header, body = [], buttons = [] } = parameters
  return {
    header: header?.text !== undefined ? 'text' : header?.location !== undefined ? 'location' : null,
    headerVariables: header?.text === undefined ? [] : ['1'],
    bodyVariables: body.map((_, index) => String(index + 1)),
    buttons: buttons.map(({ index }) => ({ index, need: 'url' })),
    foreign: [],
  }
}

/** Returns the parts that take values, in the order of the template. Missing values are empty. */
export function messageComponents(needs: TemplateNeeds, parameters: WhatsappParameters): MessageComponent[] {
  const { body = [], buttons = [] } = parameters
  const components: MessageComponent[] = []
  const header = headerOf(needs, parameters)
  if (header !== null) components.push({ type: 'header', parameters: [header] })
  if (needs.bodyVariables.length > 0) {
    const values = needs.bodyVariables.map((variable, index) => textValue(variable, body[index] ?? ''))
    components.push({ type: 'body', parameters: values })
  }
  const needed = new Map(needs.buttons.map(({ index, need }) => [index, need]))
  for (const { index, value } of buttons.toSorted((a, b) => a.index - b.index)) {
    components.push(buttonOf(index, needed.get(index), value))
  }
  return components
}

function headerOf({ header, headerVariables }: TemplateNeeds, { header: given }: WhatsappParameters): Parameter | null {
  const media = (): Media => {
    const value = given?.media?.trim() ?? ''
    return /^\d+$/.test(value) ? { id: value } : { link: value }
  }
  switch (header) {
    case null:
      return null
    case 'text':
      return textValue(headerVariables[0] ?? '1', given?.text ?? '')
    case 'image':
      return { type: 'image', image: media() }
    case 'video':
      return { type: 'video', video: media() }
    case 'document': {
      const filename = given?.filename?.trim() ?? ''
      return { type: 'document', document: { ...media(), ...(filename !== '' && { filename }) } }
    }
    case 'location': {
      const { latitude = 0, longitude = 0, name = '', address = '' } = given?.location ?? {}
      return { type: 'location', location: { latitude, longitude, name, address } }
    }
  }
}

function textValue(variable: string, text: string): TextValue {
  return { type: 'text', ...(!isNumber(variable) && { parameter_name: variable }), text }
}

function buttonOf(index: number, need: 'url' | 'code' | undefined, value: string): MessageComponent {
  const common = { type: 'button', index: String(index) } as const
  if (need === 'url') return { ...common, sub_type: 'url', parameters: [{ type: 'text', text: value }] }
  if (need === 'code') {
    return { ...common, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }
  }
  return { ...common, sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: value }] }
}

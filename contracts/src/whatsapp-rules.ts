/**
 * WhatsApp's rules for templates, each with the words that a person reads at the field. The dashboard and the server ask the
 * same function, so that nothing is sent to WhatsApp that it would refuse for its form.
 */
import type { FieldError } from './errors.ts'
import { tooLong } from './fields.ts'
import {
  BUTTON_KINDS,
  HEADER_FORMATS,
  isNumber,
  partOf,
  variablesOf,
  type WhatsappButton,
  type WhatsappComponent,
} from './whatsapp-components.ts'

export const TEMPLATE_LIMITS = {
  header: 60,
  body: 1024,
  footer: 60,
  label: 25,
  url: 2000,
  code: 15,
  phone: 20,
  buttons: 10,
} as const

/** How many buttons of a kind there may be; quick replies may fill all places. */
export const MOST_BUTTONS: Record<(typeof BUTTON_KINDS)[number], number> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
}

/** What is wrong with the parts of a template, at fields like `components.1.text`. Empty: WhatsApp will look at it. */
export function componentFaults(components: readonly WhatsappComponent[]): FieldError[] {
  const faults = components.flatMap((component, index) => faultsOf(component, `components.${index}`))
  faults.push(...mixedFaults(components))
  const kinds = components.map(({ type }) => type)
  if (!kinds.includes('BODY')) faults.push({ field: 'components', message: 'A template has a body.' })
  for (const [index, kind] of kinds.entries()) {
    if (kinds.indexOf(kind) !== index) {
      faults.push({ field: `components.${index}.type`, message: 'A template has at most one part of each kind.' })
    }
  }
  return faults
}

/** Header and body count or name their variables alike: the format is the template's. */
function mixedFaults(components: readonly WhatsappComponent[]): FieldError[] {
  const header = partOf(components, 'HEADER')
  const [ofHeader] = variablesOf(header?.text ?? '')
  const [ofBody] = variablesOf(partOf(components, 'BODY')?.text ?? '')
  if (header === undefined || ofHeader === undefined || ofBody === undefined) return []
  const field = `components.${components.indexOf(header)}.text`
  return isNumber(ofHeader) === isNumber(ofBody) ? [] : [{ field, message: MIXED }]
}

const MIXED = 'Write all variables as numbers, or all as names.'

function faultsOf(component: WhatsappComponent, at: string): FieldError[] {
  switch (component.type) {
    case 'HEADER':
      return headerFaults(component, at)
    case 'BODY':
      return bodyFaults(component, at)
    case 'FOOTER':
      return footerFaults(component, at)
    case 'BUTTONS':
      return buttonsFaults(component.buttons ?? [], `${at}.buttons`)
    default:
      return [{ field: `${at}.type`, message: 'Choose header, body, footer or buttons.' }]
  }
}

function headerFaults({ format = '', text = '', example }: WhatsappComponent, at: string): FieldError[] {
  if (!HEADER_FORMATS.some(each => each === format)) {
    return [{ field: `${at}.format`, message: 'Choose text, image, video, document or location.' }]
  }
  if (format === 'LOCATION') return []
  if (format !== 'TEXT') {
    const handle = example?.header_handle?.[0] ?? ''
    return handle === '' ? [{ field: `${at}.example`, message: 'Upload a sample of the media.' }] : []
  }
  const faults = textFaults(text, { field: `${at}.text`, most: TEMPLATE_LIMITS.header, mayEndWithVariable: true })
  if (variablesOf(text).length > 1) faults.push({ field: `${at}.text`, message: 'A header has at most one variable.' })
  if (/[\r\n*_~`]/.test(text)) {
    faults.push({ field: `${at}.text`, message: 'A header is one line without formatting.' })
  }
  if (faults.length > 0) return faults
  return exampleFaults(variablesOf(text), example?.header_text ?? [], `${at}.example.header_text`)
}

function bodyFaults({ text = '', example }: WhatsappComponent, at: string): FieldError[] {
  const faults = textFaults(text, { field: `${at}.text`, most: TEMPLATE_LIMITS.body, mayEndWithVariable: false })
  if (/\n{3,}/.test(text)) faults.push({ field: `${at}.text`, message: 'At most one empty line between paragraphs.' })
  if (faults.length > 0) return faults
  return exampleFaults(variablesOf(text), example?.body_text?.[0] ?? [], `${at}.example.body_text.0`)
}

function footerFaults({ text = '' }: WhatsappComponent, at: string): FieldError[] {
  const field = `${at}.text`
  if (text.includes('{{')) return [{ field, message: 'A footer has no variables.' }]
  return textFaults(text, { field, most: TEMPLATE_LIMITS.footer, mayEndWithVariable: true })
}

interface TextRules {
  field: string
  most: number
  mayEndWithVariable: boolean
}

function textFaults(text: string, { field, most, mayEndWithVariable }: TextRules): FieldError[] {
  if (text.trim() === '') return [{ field, message: 'This field is required.' }]
  const faults: string[] = []
  if (text.length > most) faults.push(tooLong(field, most))
  const rest = text.replace(/\{\{(\d+|[a-z][a-z0-9_]*)\}\}/g, '')
  if (rest.includes('{{') || rest.includes('}}')) faults.push('A variable is written {{1}} or {{first_name}}.')
  else faults.push(...variableFaults(text, mayEndWithVariable))
  return faults.map(message => ({ field, message }))
}

function variableFaults(text: string, mayEndWithVariable: boolean): string[] {
  const variables = variablesOf(text)
  const faults: string[] = []
  const isCounted = variables.some(isNumber)
  if (isCounted && !variables.every(isNumber)) faults.push(MIXED)
  else if (isCounted && variables.some((variable, index) => Number(variable) !== index + 1)) {
    faults.push('Variables are numbered {{1}}, {{2}}, {{3}} without a gap.')
  }
  if (/\}\}\s*\{\{/.test(text)) faults.push('Put words between two variables.')
  if (!mayEndWithVariable && /^\s*\{\{|\}\}\s*$/.test(text)) {
    faults.push('The text cannot begin or end with a variable.')
  }
  return faults
}

function exampleFaults(variables: readonly string[], examples: readonly string[], at: string): FieldError[] {
  return variables.flatMap((variable, index) => {
    const example = examples[index] ?? ''
    if (example.trim() === '') return [{ field: `${at}.${index}`, message: `Give an example of {{${variable}}}.` }]
    return example.includes('{{') ? [{ field: `${at}.${index}`, message: 'An example is plain text.' }] : []
  })
}

function buttonsFaults(buttons: readonly WhatsappButton[], at: string): FieldError[] {
  if (buttons.length === 0) return [{ field: at, message: 'Add a button, or remove the buttons.' }]
  const faults = buttons.flatMap((button, index) => buttonFaults(button, `${at}.${index}`))
  if (buttons.length > TEMPLATE_LIMITS.buttons) faults.push({ field: at, message: 'At most 10 buttons.' })
  for (const kind of BUTTON_KINDS) {
    if (buttons.filter(({ type }) => type === kind).length > MOST_BUTTONS[kind]) {
      faults.push({ field: at, message: TOO_MANY[kind] })
    }
  }
  const groups = buttons.filter(({ type }, index) => isReply(type) !== isReply(buttons[index - 1]?.type))
  if (groups.length > 2) faults.push({ field: at, message: 'Keep quick replies together, before or after the others.' })
  const labels = buttons.map(({ text = '' }) => text.trim().toLowerCase())
  for (const [index, label] of labels.entries()) {
    if (label !== '' && labels.indexOf(label) !== index) {
      faults.push({ field: `${at}.${index}.text`, message: 'Another button has this label.' })
    }
  }
  return faults
}

const TOO_MANY: Record<(typeof BUTTON_KINDS)[number], string> = {
  QUICK_REPLY: 'At most 10 quick replies.',
  URL: 'At most 2 buttons that open a page.',
  PHONE_NUMBER: 'At most 1 button that calls.',
  COPY_CODE: 'At most 1 button that copies a code.',
}

function isReply(type: string | undefined): boolean | undefined {
  return type === undefined ? undefined : type === 'QUICK_REPLY'
}

function buttonFaults(button: WhatsappButton, at: string): FieldError[] {
  switch (button.type) {
    case 'QUICK_REPLY':
      return labelFaults(button, at)
    case 'PHONE_NUMBER':
      return [...labelFaults(button, at), ...phoneFaults(button, at)]
    case 'URL':
      return [...labelFaults(button, at), ...urlFaults(button, at)]
    case 'COPY_CODE':
      return codeFaults(button, at)
    default:
      return [{ field: `${at}.type`, message: 'Choose quick reply, call, page or code.' }]
  }
}

function labelFaults({ text = '' }: WhatsappButton, at: string): FieldError[] {
  const field = `${at}.text`
  if (text.trim() === '') return [{ field, message: 'This field is required.' }]
  if (text.length > TEMPLATE_LIMITS.label) return [{ field, message: tooLong(field, TEMPLATE_LIMITS.label) }]
  if (/[\r\n]|\{\{/.test(text)) return [{ field, message: 'A label is one line without variables.' }]
  return []
}

function phoneFaults({ phone_number: phone = '' }: WhatsappButton, at: string): FieldError[] {
  const isNumber = /^\+[1-9]\d{6,18}$/.test(phone.replace(/[ ().-]/g, ''))
  return isNumber
    ? []
    : [{ field: `${at}.phone_number`, message: 'Enter the number with its country, as in +14155550123.' }]
}

function urlFaults({ url = '', example = [] }: WhatsappButton, at: string): FieldError[] {
  const field = `${at}.url`
  const bare = url.replace(/\{\{1\}\}$/, '')
  if (!/^https?:\/\/[^\s/{}]+/i.test(bare) || !URL.canParse(bare)) {
    return [{ field, message: 'Enter a whole address that begins with https://.' }]
  }
  if (url.length > TEMPLATE_LIMITS.url) return [{ field, message: tooLong(field, TEMPLATE_LIMITS.url) }]
  if (bare.includes('{{')) return [{ field, message: 'An address has one variable, {{1}}, at its end.' }]
  if (bare === url) return []
  const sample = example[0] ?? ''
  const isWhole = sample.startsWith(bare) && sample.length > bare.length && URL.canParse(sample)
  return isWhole ? [] : [{ field: `${at}.example.0`, message: 'Give the whole address as an example.' }]
}

function codeFaults({ example = [] }: WhatsappButton, at: string): FieldError[] {
  const code = example[0] ?? ''
  const field = `${at}.example.0`
  if (code.trim() === '') return [{ field, message: 'Give an example of the code.' }]
  return code.length > TEMPLATE_LIMITS.code ? [{ field, message: tooLong(field, TEMPLATE_LIMITS.code) }] : []
}

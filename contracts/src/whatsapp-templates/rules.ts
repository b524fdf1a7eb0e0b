/**
 * WhatsApp's rules for templates, each with the sentence for the field. The dashboard and the server call the same function, so that no
 * template is submitted that WhatsApp would refuse for its form.
 */
import type { FieldFailure } from '../errors.ts'
import { tooLong } from '../sentences/of-issue.ts'
import {
  BUTTON_KINDS,
  HEADER_FORMATS,
  isNumber,
  partOf,
  variablesOf,
  type WhatsappButton,
  type WhatsappComponent,
} from './components.ts'
import { type Sentence, sentence } from '../sentences/sentence.ts'

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

/** The most buttons of each kind; quick replies may take all places. */
export const MOST_BUTTONS: Record<(typeof BUTTON_KINDS)[number], number> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
}

/** Returns the faults of a template's components, at fields like `components.1.text`. Empty: the template can be submitted. */
export function componentFaults(components: readonly WhatsappComponent[]): FieldFailure[] {
  const faults = components.flatMap((component, index) => faultsOf(component, `components.${index}`))
  faults.push(...mixedFaults(components))
  const kinds = components.map(({ type }) => type)
  if (!kinds.includes('BODY')) faults.push({ field: 'components', ...sentence('whatsappTemplates.rules.body') })
  for (const [index, kind] of kinds.entries()) {
    if (kinds.indexOf(kind) !== index) {
      faults.push({ field: `components.${index}.type`, ...sentence('whatsappTemplates.rules.once') })
    }
  }
  return faults
}

/** Header and body both number or both name their variables: the format belongs to the template. */
function mixedFaults(components: readonly WhatsappComponent[]): FieldFailure[] {
  const header = partOf(components, 'HEADER')
  const [ofHeader] = variablesOf(header?.text ?? '')
  const [ofBody] = variablesOf(partOf(components, 'BODY')?.text ?? '')
  if (header === undefined || ofHeader === undefined || ofBody === undefined) return []
  const field = `components.${components.indexOf(header)}.text`
  return isNumber(ofHeader) === isNumber(ofBody) ? [] : [{ field, ...MIXED }]
}

const MIXED = sentence('whatsappTemplates.rules.mixed')

function faultsOf(component: WhatsappComponent, at: string): FieldFailure[] {
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
      return [{ field: `${at}.type`, ...sentence('whatsappTemplates.rules.part') }]
  }
}

function headerFaults({ format = '', text = '', example }: WhatsappComponent, at: string): FieldFailure[] {
  if (!HEADER_FORMATS.some(each => each === format)) {
    return [{ field: `${at}.format`, ...sentence('whatsappTemplates.rules.format') }]
  }
  if (format === 'LOCATION') return []
  if (format !== 'TEXT') {
    const handle = example?.header_handle?.[0] ?? ''
    return handle === '' ? [{ field: `${at}.example`, ...sentence('whatsappTemplates.rules.sample') }] : []
  }
  const faults = textFaults(text, { field: `${at}.text`, most: TEMPLATE_LIMITS.header, mayEndWithVariable: true })
  if (variablesOf(text).length > 1)
    faults.push({ field: `${at}.text`, ...sentence('whatsappTemplates.rules.oneVariable') })
  if (/[\r\n*_~`]/.test(text)) {
    faults.push({ field: `${at}.text`, ...sentence('whatsappTemplates.rules.headerLine') })
  }
  if (faults.length > 0) return faults
  return exampleFaults(variablesOf(text), example?.header_text ?? [], `${at}.example.header_text`)
}

function bodyFaults({ text = '', example }: WhatsappComponent, at: string): FieldFailure[] {
  const faults = textFaults(text, { field: `${at}.text`, most: TEMPLATE_LIMITS.body, mayEndWithVariable: false })
  if (/\n{3,}/.test(text)) faults.push({ field: `${at}.text`, ...sentence('whatsappTemplates.rules.paragraphs') })
  if (faults.length > 0) return faults
  return exampleFaults(variablesOf(text), example?.body_text?.[0] ?? [], `${at}.example.body_text.0`)
}

function footerFaults({ text = '' }: WhatsappComponent, at: string): FieldFailure[] {
  const field = `${at}.text`
  if (text.includes('{{')) return [{ field, ...sentence('whatsappTemplates.rules.footer') }]
  return textFaults(text, { field, most: TEMPLATE_LIMITS.footer, mayEndWithVariable: true })
}

interface TextRules {
  field: string
  most: number
  mayEndWithVariable: boolean
}

function textFaults(text: string, { field, most, mayEndWithVariable }: TextRules): FieldFailure[] {
  if (text.trim() === '') return [{ field, ...sentence('fields.required') }]
  const faults: Sentence[] = []
  if (text.length > most) faults.push(tooLong(field, most))
  const rest = text.replace(/\{\{(\d+|[a-z][a-z0-9_]*)\}\}/g, '')
  if (rest.includes('{{') || rest.includes('}}'))
    faults.push(sentence('whatsappTemplates.rules.written', { number: '{{1}}', name: '{{first_name}}' }))
  else faults.push(...variableFaults(text, mayEndWithVariable))
  return faults.map(fault => ({ field, ...fault }))
}

function variableFaults(text: string, mayEndWithVariable: boolean): Sentence[] {
  const variables = variablesOf(text)
  const faults: Sentence[] = []
  const isCounted = variables.some(isNumber)
  if (isCounted && !variables.every(isNumber)) faults.push(MIXED)
  else if (isCounted && variables.some((variable, index) => Number(variable) !== index + 1)) {
    faults.push(sentence('whatsappTemplates.rules.numbered', { numbers: '{{1}}, {{2}}, {{3}}' }))
  }
  if (/\}\}\s*\{\{/.test(text)) faults.push(sentence('whatsappTemplates.rules.adjacent'))
  if (!mayEndWithVariable && /^\s*\{\{|\}\}\s*$/.test(text)) {
    faults.push(sentence('whatsappTemplates.rules.ends'))
  }
  return faults
}

function exampleFaults(variables: readonly string[], examples: readonly string[], at: string): FieldFailure[] {
  return variables.flatMap((variable, index) => {
    const example = examples[index] ?? ''
    if (example.trim() === '')
      return [
        { field: `${at}.${index}`, ...sentence('whatsappTemplates.rules.example', { variable: `{{${variable}}}` }) },
      ]
    return example.includes('{{') ? [{ field: `${at}.${index}`, ...sentence('whatsappTemplates.rules.plain') }] : []
  })
}

function buttonsFaults(buttons: readonly WhatsappButton[], at: string): FieldFailure[] {
  if (buttons.length === 0) return [{ field: at, ...sentence('whatsappTemplates.rules.noButtons') }]
  const faults = buttons.flatMap((button, index) => buttonFaults(button, `${at}.${index}`))
  if (buttons.length > TEMPLATE_LIMITS.buttons)
    faults.push({ field: at, ...sentence('whatsappTemplates.rules.tenButtons') })
  for (const kind of BUTTON_KINDS) {
    if (buttons.filter(({ type }) => type === kind).length > MOST_BUTTONS[kind]) {
      faults.push({ field: at, ...TOO_MANY[kind] })
    }
  }
  const groups = buttons.filter(({ type }, index) => isReply(type) !== isReply(buttons[index - 1]?.type))
  if (groups.length > 2) faults.push({ field: at, ...sentence('whatsappTemplates.rules.together') })
  const labels = buttons.map(({ text = '' }) => text.trim().toLowerCase())
  for (const [index, label] of labels.entries()) {
    if (label !== '' && labels.indexOf(label) !== index) {
      faults.push({ field: `${at}.${index}.text`, ...sentence('whatsappTemplates.rules.sameLabel') })
    }
  }
  return faults
}

const TOO_MANY: Record<(typeof BUTTON_KINDS)[number], Sentence> = {
  QUICK_REPLY: sentence('whatsappTemplates.rules.tenReplies'),
  URL: sentence('whatsappTemplates.rules.twoPages'),
  PHONE_NUMBER: sentence('whatsappTemplates.rules.oneCall'),
  COPY_CODE: sentence('whatsappTemplates.rules.oneCode'),
}

function isReply(type: string | undefined): boolean | undefined {
  return type === undefined ? undefined : type === 'QUICK_REPLY'
}

function buttonFaults(button: WhatsappButton, at: string): FieldFailure[] {
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
      return [{ field: `${at}.type`, ...sentence('whatsappTemplates.rules.buttonKind') }]
  }
}

function labelFaults({ text = '' }: WhatsappButton, at: string): FieldFailure[] {
  const field = `${at}.text`
  if (text.trim() === '') return [{ field, ...sentence('fields.required') }]
  if (text.length > TEMPLATE_LIMITS.label) return [{ field, ...tooLong(field, TEMPLATE_LIMITS.label) }]
  if (/[\r\n]|\{\{/.test(text)) return [{ field, ...sentence('whatsappTemplates.rules.label') }]
  return []
}

function phoneFaults({ phone_number: phone = '' }: WhatsappButton, at: string): FieldFailure[] {
  const isNumber = /^\+[1-9]\d{6,18}$/.test(phone.replace(/[ ().-]/g, ''))
  return isNumber ? [] : [{ field: `${at}.phone_number`, ...sentence('whatsappTemplates.rules.phone') }]
}

function urlFaults({ url = '', example = [] }: WhatsappButton, at: string): FieldFailure[] {
  const field = `${at}.url`
  const bare = url.replace(/\{\{1\}\}$/, '')
  if (!/^https?:\/\/[^\s/{}]+/i.test(bare) || !URL.canParse(bare)) {
    return [{ field, ...sentence('whatsappTemplates.rules.url') }]
  }
  if (url.length > TEMPLATE_LIMITS.url) return [{ field, ...tooLong(field, TEMPLATE_LIMITS.url) }]
  if (bare.includes('{{')) return [{ field, ...sentence('whatsappTemplates.rules.urlVariable', { variable: '{{1}}' }) }]
  if (bare === url) return []
  const sample = example[0] ?? ''
  const isWhole = sample.startsWith(bare) && sample.length > bare.length && URL.canParse(sample)
  return isWhole ? [] : [{ field: `${at}.example.0`, ...sentence('whatsappTemplates.rules.urlExample') }]
}

function codeFaults({ example = [] }: WhatsappButton, at: string): FieldFailure[] {
  const code = example[0] ?? ''
  const field = `${at}.example.0`
  if (code.trim() === '') return [{ field, ...sentence('whatsappTemplates.rules.code') }]
  return code.length > TEMPLATE_LIMITS.code ? [{ field, ...tooLong(field, TEMPLATE_LIMITS.code) }] : []
}

/** What a group shows its blocks for, as choices. */

export const OPERATORS = ['present', 'is', 'isNot', 'contains', 'above', 'below'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Condition {
  field: string
  operator: Operator
  value: string
}

const SIGNS: Readonly<Record<Exclude<Operator, 'present'>, string>> = {
  is: '==',
  isNot: '!=',
  contains: 'contains',
  above: '>',
  below: '<',
}

const IF =
  /^\{%-?\s*if\s+([\w.]{1,200})(?:\s+(==|!=|>|<|contains)\s+(?:"([^"]{0,500})"|'([^']{0,500})'|(-?\d{1,15}(?:\.\d{1,6})?)))?\s*-?%\}$/
const FOR = /^\{%-?\s*for\s+(\w{1,100})\s+in\s+([\w.]{1,200})\s*-?%\}$/

/** Undefined where it is more than the choices can say. */
export function readCondition(liquid: string): Condition | undefined {
  const found = IF.exec(liquid.trim())
  if (!found) return undefined
  const [, field = '', sign, double, single, number] = found
  const operator = OPERATORS.find(each => each !== 'present' && SIGNS[each] === sign) ?? 'present'
  return { field, operator, value: double ?? single ?? number ?? '' }
}

export function writeCondition({ field, operator, value }: Condition): string {
  if (operator === 'present') return `{% if ${field} %}`
  const isNumber = (operator === 'above' || operator === 'below') && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value)
  const text = value.replace(/["{}%<>]/g, '')
  return `{% if ${field} ${SIGNS[operator]} ${isNumber ? value : `"${text}"`} %}`
}

export interface Repetition {
  item: string
  list: string
}

export function readRepetition(liquid: string): Repetition | undefined {
  const [, item, list] = FOR.exec(liquid.trim()) ?? []
  return item === undefined || list === undefined ? undefined : { item, list }
}

export function writeRepetition({ item, list }: Repetition): string {
  return `{% for ${item} in ${list} %}`
}

/** What a name may be made of. */
export function asName(text: string): string {
  return text.replace(/[^\w.]/g, '')
}

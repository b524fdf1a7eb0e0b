/** Writes the requests of a run: JSON whose constant parts are written once, with gaps for each recipient's values. */
import { type CompiledTemplate, compileTemplate, render } from '../../lib/liquid/compile.ts'
import type { TemplateKind } from '../../lib/liquid/places.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import type { MessageComponent } from './components.ts'
import { sentence } from '@notifly/contracts/sentences/sentence'

/** The parts of a message that may hold Liquid, with the kind of each. */
const SOURCES: Record<string, TemplateKind> = {
  text: 'text',
  coupon_code: 'text',
  payload: 'text',
  filename: 'subject',
  link: 'url',
  name: 'subject',
  address: 'subject',
}

/** Returns every Liquid source of the parts. */
export function sourcesIn(components: readonly MessageComponent[]): { source: string; kind: TemplateKind }[] {
  const found: { source: string; kind: TemplateKind }[] = []
  walk(components, (key, value) => {
    const kind = SOURCES[key]
    if (kind !== undefined) found.push({ source: value, kind })
  })
  return found
}

/** Fills in one recipient's values. Throws RenderError for a value that the template cannot take. */
export type WriteComponents = (fields: Fields) => string

/** Throws TemplateInvalid. */
export function compileComponents(components: readonly MessageComponent[]): WriteComponents {
  const pieces: (string | ((fields: Fields) => string))[] = []
  const add = (text: string): void => {
    const last = pieces.at(-1)
    if (typeof last === 'string') pieces[pieces.length - 1] = last + text
    else pieces.push(text)
  }
  const write = (value: unknown, key: string): void => {
    const kind = SOURCES[key]
    if (typeof value === 'string' && kind !== undefined) {
      const compiled = compileTemplate(value, kind)
      if (compiled.slots.length === 0) add(JSON.stringify(valueOf(compiled, {}, key)))
      else pieces.push(fields => JSON.stringify(valueOf(compiled, fields, key)))
    } else if (Array.isArray(value)) {
      add('[')
      value.forEach((each, index) => {
        if (index > 0) add(',')
        write(each, '')
      })
      add(']')
    } else if (typeof value === 'object' && value !== null) {
      add('{')
      Object.entries(value).forEach(([name, each], index) => {
        add(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`)
        write(each, name)
      })
      add('}')
    } else add(JSON.stringify(value))
  }
  write(components, '')
  return fields => {
    let json = ''
    for (const piece of pieces) json += typeof piece === 'string' ? piece : piece(fields)
    return json
  }
}

/** WhatsApp refuses empty values, and in texts line breaks, tabs and more than four spaces in a row. */
function valueOf(compiled: CompiledTemplate, fields: Fields, key: string): string {
  const text = plain(render(compiled, fields))
  if (text !== '') return text
  const field = compiled.fields[0] ?? key
  throw new RenderError(field, sentence('channels.emptyValue', { field }))
}

const SPACES_MAX = 4
const ROUGH = /[\p{Cc}\u2028\u2029]| {5}/u

function plain(text: string): string {
  const trimmed = text.trim()
  if (!ROUGH.test(trimmed)) return trimmed
  return trimmed.replace(/[\p{Cc}\u2028\u2029 ]+/gu, run => (/[^ ]/.test(run) ? ' ' : run.slice(0, SPACES_MAX)))
}

function walk(value: unknown, visit: (key: string, value: string) => void, key = ''): void {
  if (typeof value === 'string') visit(key, value)
  else if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) walk(each, visit, name)
  }
}

/**
 * One output, ready to be filled: reads its field, applies its filters, writes the text by the rule of its place. The few forms that almost
 * every template uses run as plain functions (tens of nanoseconds); anything else goes through the engine (microseconds).
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { type Output, toValueSync, type Token, TypeGuards, type Value } from 'liquidjs'
import { withinBudget } from './budget.ts'
import { contextOf } from './engine.ts'
import { leadingField } from './references.ts'
import { textOf } from './text-of.ts'
import { RenderError } from './render-error.ts'
import type { Writer } from './writers.ts'

/** Merge fields of one recipient: text, numbers, booleans, null, or lists of these. */
export type Fields = Readonly<Record<string, unknown>>

/** Fills one slot of a template. Throws RenderError, which names the field. */
export type Slot = (fields: Fields) => string

type Read = (fields: Fields) => unknown
type FastFilter = (value: unknown) => unknown

/** Compiles one output. The result equals the engine's, apart from the writer. */
export function outputSlot(output: Output, write: Writer): Slot {
  const read = fastRead(output.value) ?? engineRead(output.value)
  return fields => write(textOf(read(fields)))
}

function fastRead(value: Value): Read | undefined {
  const { postfix } = value.initial
  const [token] = postfix
  let read = postfix.length === 1 && token ? tokenRead(token) : undefined
  for (const filter of value.filters) {
    const apply = fastFilter(filter.name, filter.args as unknown[])
    if (!apply || !read) return undefined
    const inner: Read = read
    read = fields => apply(inner(fields))
  }
  return read
}

function tokenRead(token: Token): Read | undefined {
  if (TypeGuards.isQuotedToken(token)) {
    const { content } = token
    return () => content
  }
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable || token.props.length !== 1) return undefined
  const [name] = token.props
  if (!name || !(TypeGuards.isWordToken(name) || TypeGuards.isQuotedToken(name))) return undefined
  const key = String(name.content)
  // Only names that every object inherits need the slower check.
  return key in Object.prototype
    ? fields => (Object.hasOwn(fields, key) ? fields[key] : undefined)
    : fields => fields[key]
}

function fastFilter(name: string, args: readonly unknown[]): FastFilter | undefined {
  const [argument] = args
  if (name === 'default' && args.length === 1 && TypeGuards.isQuotedToken(argument)) {
    const { content } = argument
    return value => (isBlank(value) ? content : value)
  }
  if (args.length > 0) return undefined
  switch (name) {
    case 'upcase':
      return value => textOf(value).toUpperCase()
    case 'downcase':
      return value => textOf(value).toLowerCase()
    case 'capitalize':
      return value => capitalize(textOf(value))
    case 'strip':
      return value => textOf(value).trim()
    default:
      return undefined
  }
}

/** What the default filter replaces: nothing, false, and empty values, but not zero. */
function isBlank(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

function engineRead(value: Value): Read {
  const field = leadingField(value) ?? ''
  return fields => {
    try {
      return withinBudget(budget => {
        budget.renderLimit.check(performance.now())
        return toValueSync(value.value(contextOf(fields, budget), false))
      })
    } catch (error) {
      throw asRenderError(error, field)
    }
  }
}

/** Converts what the engine throws to our error, keeping one that a writer threw inside it. */
export function asRenderError(error: unknown, field: string): RenderError {
  for (let cause = error; cause instanceof Error; cause = (cause as { originalError?: unknown }).originalError) {
    if (cause instanceof RenderError) return cause
  }
  const reason = error instanceof Error ? error.message.replace(/, line:\d+, col:\d+$/, '') : String(error)
  const words =
    field === ''
      ? sentence('templates.render.engine', { reason })
      : sentence('templates.render.engineAtField', { field, reason })
  return new RenderError(field, words)
}

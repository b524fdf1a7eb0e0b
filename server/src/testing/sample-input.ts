/** Values that a schema takes, and where in them texts, numbers and lists are: for tests that throw bad values at every call. */
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** A place in an input: the keys from the outermost on. */
export interface Leaf {
  path: (string | number)[]
  kind: 'text' | 'number' | 'list' | 'other'
}

const TEXTS = [
  'Abc',
  'a@b.example',
  '01890000-0000-7000-8000-000000000000',
  '2026-01-01',
  'https://shop.example/a',
  'Asia/Kolkata',
  '+4915112345678',
  '#112233',
  '09:30',
  'a1_b',
  'Secret-123!',
  'en',
  'DE',
  '/a',
  '12',
  'shop.example',
]

/** A value of this schema as it comes over the wire, and its leaves. Not all are valid: rules that span fields are not looked at. */
export function sampleOf(schema: Schema, path: Leaf['path'] = []): { value: unknown; leaves: Leaf[] } {
  const def = (schema as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return sampleOf(def.innerType, path)
    case 'pipe':
      return sampleOf(def.in, path)
    case 'number':
      return {
        value: [1, 10, 0, 1_800_000_000].find(each => fits(schema, each)) ?? 1,
        leaves: [{ path, kind: 'number' }],
      }
    case 'string':
      return { value: TEXTS.find(each => fits(schema, each)) ?? 'Abc', leaves: [{ path, kind: 'text' }] }
    case 'boolean':
      return { value: true, leaves: [{ path, kind: 'other' }] }
    case 'literal':
      return { value: def.values[0], leaves: [{ path, kind: 'other' }] }
    case 'enum':
      return { value: Object.values(def.entries)[0], leaves: [{ path, kind: 'text' }] }
    case 'array': {
      const element = sampleOf(def.element, [...path, 0])
      return { value: [element.value], leaves: [{ path, kind: 'list' }, ...element.leaves] }
    }
    case 'object':
      return joined(Object.entries(def.shape).map(([key, child]) => [key, sampleOf(child, [...path, key])]))
    case 'union':
      return def.options[0] === undefined ? other(path) : sampleOf(def.options[0], path)
    default:
      return other(path)
  }
}

function joined(fields: [string, ReturnType<typeof sampleOf>][]): ReturnType<typeof sampleOf> {
  return {
    value: Object.fromEntries(fields.map(([key, { value }]) => [key, value])),
    leaves: fields.flatMap(([, { leaves }]) => leaves),
  }
}

function other(path: Leaf['path']): ReturnType<typeof sampleOf> {
  return { value: {}, leaves: [{ path, kind: 'other' }] }
}

function fits(schema: Schema, value: unknown): boolean {
  return z.safeParse(schema, value).success
}

/** A copy of `input` with another value at `path`. */
export function withValue(input: unknown, [key, ...rest]: Leaf['path'], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(input)) return input.map((each, at) => (at === key ? withValue(each, rest, value) : each))
  const object = (input ?? {}) as Record<string, unknown>
  return { ...object, [key]: withValue(object[String(key)], rest, value) }
}

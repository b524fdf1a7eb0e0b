/** Converts the flat texts of a form to a body: nested values, numbers and booleans. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import { type AppError, invalidField } from '../lib/app-error.ts'

/** More than any body of the API needs. */
const DEPTH_MAX = 8

interface Branch extends Map<string, unknown> {}

/**
 * Reads names such as `meta_object[strength]`, `users[0][email]` and `tags[]` as PHP, Rails and jQuery write them. Keys from 0 without a
 * gap make a list, all others an object. A name without such brackets is taken literally; for duplicate names the last value counts. One
 * pass over the text. Throws invalidInput at a name that is too deep, or both a value and a parent.
 */
export function nested(fields: Iterable<[string, unknown]>): Record<string, unknown> {
  const root: Branch = new Map()
  for (const [name, value] of fields) {
    const path = pathOf(name)
    const last = path.pop() ?? name
    let branch = root
    for (const key of path) branch = childOf(branch, key, name)
    const key = keyIn(branch, last)
    if (branch.get(key) instanceof Map) throw refused(name)
    branch.set(key, value)
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, plain(value)]))
}

/** The keys of a name, outermost first; an empty key means the next place of a list. */
function pathOf(name: string): string[] {
  const first = name.indexOf('[')
  if (first <= 0 || !name.endsWith(']')) return [name]
  // Splits no further than it takes to see that it is too deep.
  const inner = name.slice(first + 1, -1).split('][', DEPTH_MAX)
  if (inner.some(key => /[[\]]/.test(key))) return [name]
  const path = [name.slice(0, first), ...inner]
  if (path.length > DEPTH_MAX || path.some(key => key === '__proto__' || key === 'prototype')) {
    throw refused(name)
  }
  return path
}

function childOf(branch: Branch, key: string, name: string): Branch {
  const own = keyIn(branch, key)
  const child = branch.get(own) ?? new Map<string, unknown>()
  if (!(child instanceof Map)) throw refused(name)
  branch.set(own, child)
  return child as Branch
}

function refused(name: string): AppError {
  return invalidField(name.slice(0, 100), sentence('fields.format'))
}

function keyIn(branch: Branch, key: string): string {
  return key === '' ? String(branch.size) : key
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value
  const branch = value as Branch
  const places = Array.from({ length: branch.size }, (_, place) => String(place))
  if (places.every(place => branch.has(place))) return places.map(place => plain(branch.get(place)))
  return Object.fromEntries([...branch].map(([key, child]) => [key, plain(child)]))
}

/** Returns the body with numbers and booleans where its schema has them; validation refuses texts that are neither. */
export function typed(schema: z.core.$ZodType, value: unknown): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return typed(def.innerType, value)
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'boolean':
      return BOOLEANS.get(value) ?? value
    case 'literal':
      return def.values.find(each => String(each) === value) ?? value
    case 'array':
      return Array.isArray(value) ? value.map(each => typed(def.element, each)) : value
    case 'tuple':
      return Array.isArray(value) ? value.map((each, place) => typedBy(def.items[place], each)) : value
    case 'record':
      return mapped(value, (_key, child) => typed(def.valueType, child))
    case 'object':
      return mapped(value, (key, child) => typedBy(Object.hasOwn(def.shape, key) ? def.shape[key] : undefined, child))
    case 'union':
      return def.options.map(option => typed(option, value)).find((each, n) => fits(def.options[n], each)) ?? value
    default:
      return value
  }
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function typedBy(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? value : typed(schema, value)
}

function fits(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  return schema !== undefined && z.safeParse(schema, value).success
}

function mapped(value: unknown, change: (key: string, child: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(key, child)]))
}

/** JSON Schemas as zod writes them, put the way in which other programs read them best. */

export type JsonSchema = { [name: string]: unknown }

/**
 * The same schemas, at every depth: a record whose keys are all required names them as properties, a choice of one is that
 * one, and a choice that takes anything is just that.
 */
export function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, tidied(value)]))
  return withNamedKeys(withoutFalseChoice(inner))
}

function withoutFalseChoice(schema: JsonSchema): JsonSchema {
  const { anyOf: choices, ...rest } = schema
  if (!Array.isArray(choices)) return schema
  const [first] = choices as JsonSchema[]
  if (choices.length === 1) return { ...rest, ...first }
  return (choices as JsonSchema[]).some(choice => Object.keys(choice).length === 0) ? rest : schema
}

function withNamedKeys(schema: JsonSchema): JsonSchema {
  const { required, propertyNames: _keys, additionalProperties: value, ...rest } = schema
  if (!Array.isArray(required) || 'properties' in schema || typeof value !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(required.map(name => [name, value])), required }
}

/** The OpenAPI document of this installation, as far as the reference uses it. */
import { useQuery } from '@tanstack/react-query'

export interface Schema {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  additionalProperties?: Schema | boolean
  /** That there is none. */
  not?: Schema
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Response {
  description?: string
  content?: Record<string, { schema?: Schema; example?: unknown }>
  /** To a component. */
  $ref?: string
}

interface OperationParts {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
  responses: Record<string, Response>
}

export interface ApiDocument {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationParts>>
  webhooks: Record<string, unknown>
  components: { responses: Record<string, Response> }
}

/** One call, with its address. */
export interface Operation extends OperationParts {
  method: string
  path: string
}

const DOCUMENT = '/api/openapi/programs.json'

/** The document; it changes with the product alone. */
export function useDocument() {
  return useQuery({
    queryKey: [DOCUMENT],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(DOCUMENT, { signal })
      if (!response.ok) throw new Error(`the document was answered with ${response.status}`)
      return (await response.json()) as ApiDocument
    },
  })
}

/** Calls under their nouns, in the order of the document. */
export function groupsOf({
  tags,
  paths,
}: ApiDocument): { name: string; description: string; operations: Operation[] }[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, parts]) => ({ method: method.toUpperCase(), path, ...parts })),
  )
  return tags.map(tag => ({ ...tag, operations: all.filter(each => each.tags.includes(tag.name)) }))
}

/** Where a noun begins on the page. */
export function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

/** The answer of a status, also where it is a component. */
export function resolved(document: ApiDocument, response: Response): Response {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (document.components.responses[name] ?? response)
}

/** The schema and the example of JSON. */
export function jsonOf(content: Response['content']): { schema?: Schema; example?: unknown } {
  return content?.['application/json'] ?? {}
}

/** Says what a value is, in the words of JSON. */
export function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.items !== undefined) {
    const inner = typeOf(schema.items)
    return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
  }
  if (schema.type === undefined) return schema.enum ? 'string' : 'any'
  return Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type
}

/** The objects that a value may be, null aside. */
export function objectsIn(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.flatMap(objectsIn)
  if (schema.items !== undefined) return objectsIn(schema.items)
  return schema.properties === undefined || Object.keys(schema.properties).length === 0 ? [] : [schema]
}

/** Bounds as one reads them: `1–255 characters`, `at most 100`. */
export function boundsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  maxItems,
}: Schema): { word: string; most: number; least: number } | undefined {
  if (maxLength !== undefined) return { word: 'characters', least: minLength ?? 0, most: maxLength }
  if (maxItems !== undefined) return { word: 'items', least: 0, most: maxItems }
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? { word: 'number', least: Math.max(minimum ?? 0, 0), most: maximum } : undefined
}

/** Every value that a field takes, where they are few. */
export function valuesOf(schema: Schema): string[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...(schema.enum ?? []).map(String), ...choices.flatMap(valuesOf)]
}

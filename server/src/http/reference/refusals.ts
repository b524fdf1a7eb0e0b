/** Refusals in the OpenAPI document: one schema for all, and for each status a response with an example. */
import { ERRORS, type ErrorName } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { docUrlOf } from '../doc-url.ts'

type JsonSchema = Record<string, unknown>

/** Text for people: in English, and as data for other languages. A value may be a nested sentence with `key` and `values`. */
const WORDS = {
  message: { type: 'string', description: 'In English.' },
  key: { type: 'string', description: 'Stable: what programs compare.' },
  values: {
    type: 'object',
    description: 'What stands in the places of the sentence.',
    additionalProperties: { type: ['string', 'number', 'object'] },
  },
}

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why the call was refused.',
  required: ['success', 'message', 'key', 'doc_url'],
  properties: {
    success: { type: 'boolean', const: false },
    ...WORDS,
    error_code: { type: 'integer', description: 'Where a number is agreed for the case.' },
    errors: {
      type: 'array',
      description: 'At which fields, 100 at most.',
      items: {
        type: 'object',
        required: ['field', 'message', 'key'],
        properties: {
          field: { type: 'string', description: 'Its place in the body, such as `merge_fields.plan`.' },
          ...WORDS,
          line: { type: 'integer' },
          column: { type: 'integer' },
          tag: { type: 'string' },
        },
      },
    },
    data: { description: 'What some refusals bring besides.' },
    doc_url: { type: 'string', description: 'Where this key is explained.' },
  },
}

interface Refusal {
  name: string
  error: ErrorName
  description: string
  /** What the example says, and at which fields. */
  says: Sentence
  errors?: (Sentence & { field: string })[]
  headers?: Record<string, unknown>
}

const noEmail = { field: 'email', ...sentence('fields.email') }

/** Ordered by status. */
export const REFUSALS: readonly Refusal[] = [
  {
    name: 'BadRequest',
    error: 'invalidInput',
    description: 'The request is wrong. `errors` names the fields. Sending it again does not help.',
    says: sentence('fields.email'),
    errors: [noEmail],
  },
  {
    name: 'Unauthorized',
    error: 'unauthorized',
    description: 'Nothing in the request says who calls, or what it says is no longer accepted.',
    says: sentence('apiKeys.wrongKey'),
  },
  {
    name: 'Forbidden',
    error: 'forbidden',
    description: 'The caller is known and may not do this: a key lacks the scope, a role the right.',
    says: sentence('apiKeys.scopeNeeded', { scope: 'contacts:write' }),
  },
  {
    name: 'NotFound',
    error: 'notFound',
    description: 'What the request names does not exist in the caller’s application.',
    says: sentence('contacts.noExternalId'),
  },
  {
    name: 'Conflict',
    error: 'conflict',
    description: 'It is not possible in the present state: a value is taken, a limit is reached, something ended.',
    says: sentence('errors.conflict'),
  },
  {
    name: 'TooLarge',
    error: 'tooLarge',
    description: 'The body is larger than this call takes.',
    says: sentence('errors.tooLarge'),
  },
  {
    name: 'WrongType',
    error: 'wrongType',
    description: 'The body has a content type that this call does not take. Send JSON.',
    says: sentence('errors.wrongType'),
  },
  {
    name: 'TooManyRequests',
    error: 'tooManyRequests',
    description: 'One call too many. Nothing was changed; call again after `Retry-After`.',
    says: sentence('errors.tooManyRequests'),
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  },
]

/** Components of the document: a response for each status, all with the same schema. */
export function refusalResponses(publicUrl: string): Record<string, unknown> {
  return Object.fromEntries(REFUSALS.map(refusal => [refusal.name, responseOf(refusal, publicUrl)]))
}

function responseOf({ description, says, errors, headers }: Refusal, publicUrl: string): JsonSchema {
  const example = {
    success: false,
    ...inWords(says),
    doc_url: docUrlOf(publicUrl, says.key),
    ...(errors && { errors: errors.map(each => ({ field: each.field, ...inWords(each) })) }),
  }
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  }
}

/** Responses of an operation by status. */
export function refusalsOf(errors: readonly ErrorName[]): Record<string, unknown> {
  const named = REFUSALS.filter(({ error }) => errors.includes(error))
  return Object.fromEntries(
    named.map(({ name, error }) => [String(ERRORS[error].status), { $ref: `#/components/responses/${name}` }]),
  )
}

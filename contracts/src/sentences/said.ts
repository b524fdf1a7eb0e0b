import * as z from 'zod/mini'
import type { FieldError } from '../errors.ts'
import type { Sentence, SentenceValue } from './sentence.ts'

/** A sentence inside another one. Its own values are not described further, since the OpenAPI document has no recursive schemas. */
const inner = z.object({ key: z.string(), values: z.optional(z.record(z.string(), z.unknown())) })
const value = z.union([z.string(), z.number(), inner]) as unknown as z.ZodMiniType<SentenceValue>

/** A sentence as data in an answer. */
export const sentenceData = z.object({
  key: z.string(),
  values: z.optional(z.record(z.string(), value)),
}) as z.ZodMiniType<Sentence>

/** Words in an answer: the English text (or a provider's own words), and our sentences also as data. Spread into an object. */
export const said = {
  message: z.string(),
  key: z.optional(z.string()) as unknown as z.ZodMiniOptional<z.ZodMiniType<Sentence['key']>>,
  values: z.optional(z.record(z.string(), value)),
}

/** One field that was refused, as in an answer. */
export const fieldErrorData = z.object({
  field: z.string(),
  ...said,
  line: z.optional(z.int()),
  column: z.optional(z.int()),
  tag: z.optional(z.string()),
}) as unknown as z.ZodMiniType<FieldError>

import type { Endpoint } from '@notifly/contracts/endpoint'
import type { ErrorName } from '@notifly/contracts/errors'
import type * as z from 'zod/mini'
import type { AnyEndpoint } from '../route.ts'

/**
 * A call and what it is then answered. Ids, moments and secrets stand for real ones, the same in all examples
 * (example-ids.ts); everything else is as it is written.
 */
export interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** `data` of the answer, or the whole of it where the call answers in a form of its own. */
  answer?: unknown
}

/** What the OpenAPI document says of a call for programs beyond its contract. */
export interface ProgramCall {
  endpoint: AnyEndpoint
  /** In a few words: the contract's summary says it as a sentence. */
  title: string
  /** Markdown. */
  description: string
  /** Of 404 and 409, those that it answers. */
  refusals: readonly Extract<ErrorName, 'notFound' | 'conflict'>[]
  example: Example
  /** What fields of the body and parameters hold, by their names. */
  fields?: Readonly<Record<string, string>>
  /** Of an answer in a form of its own. */
  answerSchema?: Record<string, unknown>
}

interface TypedExample<Body extends z.ZodMiniType, Data extends z.ZodMiniType> extends Example {
  body?: z.input<Body>
  answer?: z.output<Data>
}

/** Declares one; the example is held to the types of the contract. */
export function programCall<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Data extends z.ZodMiniType,
>(
  endpoint: Endpoint<Params, Query, Body, Data>,
  call: Omit<ProgramCall, 'endpoint' | 'example'> & { example: TypedExample<Body, Data> },
): ProgramCall {
  return { endpoint: endpoint as AnyEndpoint, ...call }
}

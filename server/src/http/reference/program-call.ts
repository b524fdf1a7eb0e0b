import type { Endpoint } from '@notifly/contracts/endpoint'
import type { ErrorName } from '@notifly/contracts/errors'
import type * as z from 'zod/mini'
import type { AnyEndpoint } from '../route.ts'

/**
 * A call and its answer. Ids, times and secrets stand for real ones and are the same in all examples (example-ids.ts); everything else is
 * literal.
 */
export interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** `data` of the answer, or the whole answer if the call has a format of its own. */
  answer?: unknown
}

/** What the OpenAPI document says about a call for programs beyond its contract. */
export interface ProgramCall {
  endpoint: AnyEndpoint
  /** A few words; the contract's summary is a sentence. */
  title: string
  /** Markdown. */
  description: string
  /** Which of 404 and 409 it may respond with. */
  refusals: readonly Extract<ErrorName, 'notFound' | 'conflict'>[]
  example: Example
  /** Descriptions of fields of the body and parameters, by name. */
  fields?: Readonly<Record<string, string>>
  /** Schema of an answer with a format of its own. */
  answerSchema?: Record<string, unknown>
}

interface TypedExample<Body extends z.ZodMiniType, Data extends z.ZodMiniType> extends Example {
  body?: z.input<Body>
  answer?: z.output<Data>
}

/** Declares a call; its example is checked against the types of the contract. */
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

import type * as z from 'zod/mini'
import type { ActivityId, LevelName } from './roles/activities.ts'
import type { KeyScope } from './api-keys/scopes.ts'
import type { SentenceKey } from './sentences/sentence.ts'

/**
 * Who may call an endpoint.
 * - `public`: any caller.
 * - `session`: the `usr` cookie from our own origin (only session and logout).
 * - `user`: any signed-in user, with or without an application.
 * - `application`: any member, with a token that names an application.
 * - `key:` and a scope: a program with an application's key that has the scope, by HTTP Basic with its id and its secret, or by an access
 *   token.
 * - an activity and a level: a signed-in user whose role grants it. In scope `application` the token must name an
 *   application; in scope `organization` the role in the organization decides. `or` names a second right that lets a caller
 *   in as well: what the call then reads or writes is judged by its handler.
 */
export type Access =
  | 'public'
  | 'session'
  | 'user'
  | 'application'
  | `key:${KeyScope}`
  | (Right & { scope: 'application' | 'organization'; or?: Right })

export interface Right {
  activity: ActivityId
  level: Exclude<LevelName, 'none'>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: the single place from which validation, types, the client and the OpenAPI document come. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  method: Method
  path: string
  summary: string
  access: Who
  params?: Params
  query?: Query
  body?: Body
  /** What `data` holds in a successful answer. Absent: the answer has no data. */
  data?: Data
  /** The sentence that people read after a success. */
  message?: SentenceKey
  /** HTTP status of success; 200 unless given. */
  status?: 200 | 201 | 202
  /** `data` is one page of a list; the answer carries the paging headers. */
  paged?: boolean
  /** Largest body in bytes; 1 MB unless given. */
  bodyLimitBytes?: number
  /** The body is `multipart/form-data` with a file, read by the handler itself: what each of its fields holds. */
  multipart?: FormFields
  /** The answer is not JSON; the handler writes it itself. */
  raw?: RawAnswer
  /** Accepts an `Idempotency-Key`: a repeated call with the same key within 24 hours has no further effect and gets the same answer. */
  idempotent?: boolean
  /** A write under approval: from a caller who may not approve it, it is stored as a request and answered with 202. */
  held?: boolean
}

/** Fields of a form with files, by name; a question mark marks optional ones. */
export type FormFields = Readonly<Record<string, 'file' | 'file?' | 'text' | 'text?'>>

/** An answer that is a file, a page, a stream of events or a redirect. */
export interface RawAnswer {
  /** Media types of a success; none if it only redirects. */
  types: readonly string[]
  /** HTTP status of a success that redirects. */
  redirect?: 302 | 303
  /** If something is not found, the answer is an HTML page instead of JSON. */
  hasNotFoundPage?: true
}

/** Declares an endpoint; `call` is its method and its path, with `{name}` for path parameters as in OpenAPI. */
/* @__NO_SIDE_EFFECTS__ -- a bundle leaves out the calls that it does not use. */
export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Data extends z.ZodMiniType = z.ZodMiniType<undefined>,
  const Who extends Access = Access,
>(
  definition: Omit<Endpoint<Params, Query, Body, Data, Who>, 'method' | 'path'> & { call: `${Method} ${string}` },
): Endpoint<Params, Query, Body, Data, Who> {
  const { call, ...rest } = definition
  const [method, path] = call.split(' ') as [Method, string]
  return { ...rest, method, path }
}

/** Turns `/api/template/{uuid}` into a path with its values percent-encoded. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

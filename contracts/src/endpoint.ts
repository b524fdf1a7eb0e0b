import type * as z from 'zod/mini'
import type { ActivityId, LevelName } from './activities.ts'
import type { KeyScope } from './key-scopes.ts'

/**
 * Who may call an endpoint.
 * - `public`: anybody.
 * - `session`: the `usr` cookie from our own origin (only session and logout).
 * - `user`: any signed-in user, with or without an application.
 * - `application`: any member, with a token that names an application.
 * - `key:` and a scope: a program, by HTTP Basic with the id and the secret of an application's key that has the scope.
 * - an activity and a level: a signed-in user whose role grants it. In scope `application` the token must name an
 *   application; in scope `organization` the role in the organization decides.
 */
export type Access =
  | 'public'
  | 'session'
  | 'user'
  | 'application'
  | `key:${KeyScope}`
  | { activity: ActivityId; level: Exclude<LevelName, 'none'>; scope: 'application' | 'organization' }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API: the single place from which validation, types, the client and the OpenAPI document come. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  method: Method
  /** With `{name}` for path parameters, as in OpenAPI. */
  path: string
  summary: string
  access: Who
  params?: Params
  query?: Query
  body?: Body
  /** What `data` holds in a successful answer. Absent: the answer has no data. */
  data?: Data
  /** What a person reads after success. */
  message?: string
  /** HTTP status of success; 200 unless given. */
  status?: 200 | 201 | 202
  /** `data` is one page of a list; the answer carries the paging headers. */
  paged?: boolean
  /** Largest body in bytes; 1 MB unless given. */
  bodyLimitBytes?: number
  /** The body is `multipart/form-data` with a file; the handler reads it itself. */
  multipart?: boolean
  /** The answer is a file or a stream of events, written by the handler itself. */
  raw?: boolean
  /** A write under approval: that of somebody who may not approve it is stored as a request and answers 202. */
  held?: boolean
}

/** Declares an endpoint; only types its parts. */
export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Data extends z.ZodMiniType = z.ZodMiniType<undefined>,
  const Who extends Access = Access,
>(definition: Endpoint<Params, Query, Body, Data, Who>): Endpoint<Params, Query, Body, Data, Who> {
  return definition
}

/** Turns `/api/template/{uuid}` into a path with its values percent-encoded. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

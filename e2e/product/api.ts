/** The API as a program calls it, typed by the contracts. */
import { type Access, fillPath, type Method } from '@notifly/contracts/endpoint'

interface Schema {
  _zod: { input: unknown; output: unknown }
}

interface Endpoint<Params, Query, Body, Data> {
  method: Method
  path: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  data?: Data
}

type In<Of> = Of extends Schema ? Of['_zod']['input'] : undefined
type Out<Of> = Of extends Schema ? Of['_zod']['output'] : undefined

interface Input<Params, Query, Body> {
  token?: string
  params?: In<Params>
  query?: In<Query>
  body?: In<Body> | FormData
}

/** Calls an endpoint and returns its data; throws for every answer but success. */
export type Api = <Params, Query, Body, Data>(
  endpoint: Endpoint<Params, Query, Body, Data>,
  input?: Input<Params, Query, Body>,
) => Promise<Out<Data>>

/** The API at this address. */
export function apiAt(url: string): Api {
  return async (endpoint, { token, params, query, body } = {}) => {
    const search = new URLSearchParams(query as Record<string, string> | undefined)
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${fillPath(endpoint.path, params as Record<string, string>)}?${search}`, {
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { success: boolean; data: never }
    if (!answer.success) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${JSON.stringify(answer)}`)
    }
    return answer.data
  }
}

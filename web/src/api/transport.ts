import type { Answer } from '@notifly/contracts/answer'
import { failureOf, unreachable } from './api-error.ts'
import { recordAnswer, noteUnreachable } from './connection.ts'

export interface WireRequest {
  method: string
  /** Path with query, below our own origin. */
  path: string
  token?: string | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  accept?: string
}

/**
 * Makes one HTTP request to our server. Resolves to the response if it succeeded, its body unread. Throws ApiError for any other answer and
 * for none; aborts are thrown unchanged.
 */
export async function exchange(request: WireRequest): Promise<Response> {
  const headers = new Headers({ Accept: request.accept ?? 'application/json' })
  if (request.token) headers.set('Authorization', `Bearer ${request.token}`)
  const isForm = request.body instanceof FormData
  if (request.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')

  let response: Response
  try {
    response = await fetch(request.path, {
      method: request.method,
      headers,
      credentials: 'same-origin',
      ...(request.body !== undefined && {
        body: isForm ? (request.body as FormData) : JSON.stringify(request.body),
      }),
      ...(request.signal && { signal: request.signal }),
    })
  } catch (error) {
    if (request.signal?.aborted) throw error
    noteUnreachable()
    throw unreachable(request.method, request.path, error)
  }
  recordAnswer()
  if (!response.ok) throw failureOf(request.method, request.path, response, await readAnswer(response))
  return response
}

/** The JSON body of an answer; undefined if it is not one of ours (a proxy's page, say). */
export async function readAnswer<Data>(response: Response): Promise<Answer<Data> | undefined> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'success' in body ? (body as Answer<Data>) : undefined
  } catch {
    return undefined
  }
}

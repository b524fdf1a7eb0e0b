import type { Answer } from '@notifly/contracts/answer'
import { ApiError, failureOf, unreachable, messageOf } from './api-error.ts'
import { addressOf, type AnyEndpoint, type Data, type Input, reportPageFailure, type Result } from './client.ts'
import { endedSession, hasFreshToken, session } from './session.ts'
import { setFlags } from './signals.ts'

export interface UploadOptions {
  signal?: AbortSignal | undefined
  onProgress?: (sentBytes: number, totalBytes: number) => void
}

/** Sends a form with files and reports the bytes sent, which fetch cannot do. Throws ApiError. */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  input: Omit<Input<E>, 'body'>,
  form: FormData,
  options: UploadOptions = {},
): Promise<Result<Data<E>>> {
  const path = addressOf(endpoint, input)
  const token = session.get()?.token
  try {
    return await sendForm(endpoint.method, path, form, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 && (await hasFreshToken(token))) return sendForm(endpoint.method, path, form, options)
    if (error.status === 401) throw endedSession(error)
    reportPageFailure(error)
    throw error
  }
}

function sendForm<Value>(method: string, path: string, form: FormData, options: UploadOptions): Promise<Result<Value>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Authorization', `Bearer ${session.get()?.token ?? ''}`)
    request.upload.onprogress = event => options.onProgress?.(event.loaded, event.total)
    request.onerror = () => reject(unreachable(method, path))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      const answer = parse<Value>(request.responseText)
      if (request.status < 200 || request.status > 299)
        return reject(failureOf(method, path, asResponse(request), answer))
      const makerChecker = answer?.maker_checker === true
      if (makerChecker) setFlags({ makerChecker: true })
      resolve({ data: answer?.data as Value, message: answer && messageOf(answer), makerChecker })
    }
    if (options.signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parse<Value>(text: string): Answer<Value> | undefined {
  try {
    return JSON.parse(text) as Answer<Value>
  } catch {
    return undefined
  }
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['X-Request-Id', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: request.status, headers })
}

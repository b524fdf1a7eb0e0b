/**
 * One request and its answer as text. undici's own `request` makes a stream of every answer, which costs as much as all
 * the rest of a short exchange; this reads the answer as it comes.
 */
import { Buffer } from 'node:buffer'
import { type Dispatcher, errors } from 'undici'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

// RFC 9112 section 3.2 and RFC 9110 section 5.5: whatever could end a line, or be no byte.
const PATH = /^\/[\x21-\x7e]*$/
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/
const NO_NAME = /[^\w!#$%&'*+.^`|~-]/

/** Rejects with undici's errors: unwritable, unreachable, too slow, broken, too large. */
export function ask(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
  // A pool of undici 8.12 refuses them as well, and each time gives up one of its connections for good.
  if (!isWritable(request)) return Promise.reject(new errors.InvalidArgumentError('this is no path or no header'))
  return new Promise((resolve, reject) => {
    let status = 0
    let headers: HttpAnswer['headers'] = {}
    let body = ''
    let chunks: Buffer[] | undefined
    dispatcher.dispatch(request, {
      // undici takes no handler without it.
      onRequestStart: () => undefined,
      onResponseStart(_controller, statusCode, received) {
        status = statusCode
        headers = received as HttpAnswer['headers']
      },
      onResponseData(_controller, chunk) {
        chunks ??= []
        chunks.push(chunk)
      },
      onResponseEnd() {
        if (chunks !== undefined)
          body = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()
        resolve({ status, headers, body })
      },
      onResponseError: (_controller, error) => reject(error),
    })
  })
}

function isWritable({ path, headers }: HttpRequest): boolean {
  if (!PATH.test(path)) return false
  for (const name in headers) if (NO_VALUE.test(headers[name] as string) || !isName(name)) return false
  return true
}

// Every request of a provider has the same.
const names = new Set<string>()

function isName(name: string): boolean {
  if (names.has(name)) return true
  if (NO_NAME.test(name)) return false
  names.add(name)
  return true
}

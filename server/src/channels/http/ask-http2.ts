/**
 * One request over HTTP/2 and its answer as text. undici's own `request` makes a stream of every answer, which costs as much as all
 * the rest of a short exchange; this reads the answer as it comes.
 */
import { Buffer } from 'node:buffer'
import type { Dispatcher } from 'undici'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

/** Rejects with undici's errors: unreachable, too slow, broken, too large. */
export function askHttp2(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
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

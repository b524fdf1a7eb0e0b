/** Server-sent events read by fetch, so that the token is sent in a header and never in an address. */
import { addressOf, type AnyEndpoint, type Input } from './client.ts'
import { authorized } from './session.ts'

export interface StreamEvent {
  name: string
  data: string
}

/**
 * Yields the events of a stream until the server ends it or the signal aborts. Throws ApiError when it cannot be opened
 * and TypeError when it breaks; the caller then polls.
 */
export async function* streamEvents<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const path = addressOf(endpoint, input)
  const response = await authorized({ method: 'GET', path, signal, accept: 'text/event-stream' })
  if (response.body) yield* parseEvents(response.body)
}

/** Splits a byte stream into events (HTML standard, section 9.2.6); comments and unknown fields are skipped. */
export async function* parseEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += value
      const blocks = buffer.split(/\r\n\r\n|\n\n|\r\r/)
      buffer = blocks.pop() ?? ''
      yield* blocks.flatMap(readBlock)
    }
  } finally {
    await reader.cancel()
  }
}

function readBlock(block: string): StreamEvent[] {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    if (line.startsWith('event:')) name = value
    if (line.startsWith('data:')) data.push(value)
  }
  return data.length > 0 ? [{ name, data: data.join('\n') }] : []
}

import { inBatches } from './batches.ts'
import type { CallOptions, Request } from './http.ts'
import type { AcceptedMessage, Message, MessageDetails, MessageFilter, MessageResult, NewMessage } from './wire.ts'

const PATH = '/api/v1/messages'
const BATCH_BYTES_MAX = 8_388_608

export interface SendOptions extends CallOptions {
  /** Of yours: for 24 hours the same key and message are sent once. Unless given, each call has a new one for its own further tries. */
  idempotencyKey?: string | undefined
}

export interface Messages {
  /** Sends one message. Once it resolves, the message is stored and will be sent. */
  send(message: NewMessage, options?: SendOptions): Promise<AcceptedMessage>
  /** Sends any number of messages, 1,000 in a call. Results are in their order; a refused one keeps none of the others back. */
  batch(messages: readonly NewMessage[], options?: SendOptions): Promise<MessageResult[]>
  get(id: string, options?: CallOptions): Promise<MessageDetails>
  /** Newest first. Pages are read as the loop comes to them. */
  list(filter?: Omit<MessageFilter, 'cursor'>, options?: CallOptions): AsyncIterableIterator<Message>
  /** Cancels one that waits for `send_at`. */
  cancel(id: string, options?: CallOptions): Promise<AcceptedMessage>
}

export function messagesOf(request: Request): Messages {
  const one = (id: string) => `${PATH}/${encodeURIComponent(id)}`
  return {
    send: (message, { idempotencyKey = crypto.randomUUID(), ...options } = {}) =>
      request({
        ...options,
        method: 'POST',
        path: PATH,
        body: message,
        headers: { 'idempotency-key': idempotencyKey },
      }),
    batch: (messages, { idempotencyKey = crypto.randomUUID(), ...options } = {}) =>
      inBatches<NewMessage, MessageResult>(messages, BATCH_BYTES_MAX, (part, number) => {
        const headers = { 'idempotency-key': number === 0 ? idempotencyKey : `${idempotencyKey}:${number}` }
        return request({ ...options, method: 'POST', path: `${PATH}/batch`, body: { messages: part }, headers })
      }),
    get: (id, options) => request({ ...options, method: 'GET', path: one(id) }),
    list: (filter = {}, options = {}) => pages(request, filter, options),
    cancel: (id, options) => request({ ...options, method: 'DELETE', path: one(id) }),
  }
}

async function* pages(request: Request, filter: MessageFilter, options: CallOptions): AsyncIterableIterator<Message> {
  let cursor: string | undefined
  do {
    const page: { messages: Message[]; next: string | null } = await request({
      ...options,
      method: 'GET',
      path: PATH,
      query: { limit: 100, ...filter, cursor },
    })
    yield* page.messages
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

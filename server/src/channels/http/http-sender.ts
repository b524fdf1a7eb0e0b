/**
 * Hands batches over to a provider that accepts one message per request. As many requests run at once as there are connections; the sender
 * slows down when the provider asks for it. Responses that arrive together are recorded together, with the messages that they allow to
 * start.
 */
import type { HandOverEnd, HandOverHooks, MessageSource, Sender } from '../provider.ts'
import { openHttpClient } from './http-client.ts'
import type { HttpExchange } from './http-exchange.ts'
import { HttpBatch, Slots } from './http-batch.ts'

export interface HttpSenderOptions {
  maxConnections: number
  /** After this long without an answer it is unknown whether the message was taken. */
  timeoutMs?: number
  /** Messages go to servers of their own (push endpoints): one that cannot be reached holds up its own messages alone. */
  manyServers?: boolean
  /** The origin of a provider that speaks HTTP/2 only: many requests share a connection. Requests elsewhere are not touched. */
  http2Origin?: string
  /** PEM: what says there who we are. */
  http2Certificate?: { cert: string; key: string }
}

/** Opens no connection yet: the first batch does. */
export function openHttpSender<Base>(exchange: HttpExchange<Base>, options: HttpSenderOptions): Sender<Base> {
  const client = openHttpClient(options)
  const slots = new Slots(options.maxConnections)
  const running = new Set<Promise<HandOverEnd>>()
  let isClosed = false

  async function handOver<M extends Base>(messages: MessageSource<M>, hooks: HandOverHooks<M>): Promise<HandOverEnd> {
    if (isClosed) throw new Error('this sender is closed')
    const { manyServers = false } = options
    const work = new HttpBatch(messages, hooks, { exchange, client, slots, manyServers }).run()
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  return {
    handOver,
    resize: maxConnections => slots.resize(maxConnections),
    close: async () => {
      isClosed = true
      await Promise.allSettled(running)
      slots.pace.end()
      await client.close()
    },
  }
}

import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { MessageStore } from '../messages/message-store.ts'

/** At most one notice in this time, because a campaign brings thousands of messages per second. */
const NOTICE_EVERY_MS = 500
const KEEP_ALIVE_MS = 20_000

/**
 * Server-sent events that tell pages to refresh after a new message or another visible change. Each contains the number
 * of messages and the newest one's number.
 */
export function addChangeStream(
  app: FastifyInstance,
  store: MessageStore,
  others: readonly Pick<MessageStore, 'onChange'>[],
): void {
  const open = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined

  const notice = () => `data: ${JSON.stringify({ count: store.count, newest: store.newestSeq })}\n\n`
  const noticeSoon = (): void => {
    if (timer || open.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      for (const response of open) response.write(notice())
    }, NOTICE_EVERY_MS)
  }
  const stops = [store, ...others].map(each => each.onChange(noticeSoon))
  const keepAlive = setInterval(() => {
    for (const response of open) response.write(': still here\n\n')
  }, KEEP_ALIVE_MS)
  keepAlive.unref()

  app.get('/changes', (_request, reply) => {
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(notice())
    open.add(response)
    response.on('close', () => open.delete(response))
  })

  app.addHook('preClose', async () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    clearInterval(keepAlive)
    for (const response of open) response.end()
  })
}

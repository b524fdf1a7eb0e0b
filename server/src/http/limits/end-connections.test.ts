import { fastify } from 'fastify'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { endConnectionsAtClose } from './end-connections.ts'

test.each(['before its first byte', 'in the middle of its answer'])(
  'a server that is stopped while a call is under way, %s, answers it and does not wait for the next',
  async when => {
    const app = fastify({ forceCloseConnections: 'idle' })
    endConnectionsAtClose(app)
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.get('/', async (_request, reply) => {
      if (when !== 'before its first byte') reply.hijack().raw.writeHead(200).write('a ')
      asked.resolve()
      await goOn.promise
      if (!reply.sent) return 'whole answer'
      reply.raw.end('whole answer')
      return reply
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    // Would use its connection again.
    const agent = new Agent({ keepAlive: true })
    const call = request({ port, host: '127.0.0.1', agent })
    const response = once(call, 'response')
    call.end()
    await asked.promise
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    goOn.resolve()
    const [answer] = (await response) as [NodeJS.ReadableStream]
    expect(await text(answer)).toMatch(/whole answer$/)
    await closed
    agent.destroy()
  },
  // Node itself lets go of the connection after 72 s.
  10_000,
)

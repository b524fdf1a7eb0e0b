/**
 * Closes connections of a stopping server. On close, Node ends idle ones; it keeps those with a call in progress open after the response,
 * for as long as the client likes or 72 s, and the stop would wait for them.
 */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Once `app` closes, connections with a call in progress end with its answer. */
export function endConnectionsAtClose(app: FastifyInstance): void {
  const answers = new Map<ServerResponse, Socket>()
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(answer, socket)
    answer.once('close', () => answers.delete(answer))
  })
  app.addHook('preClose', async () => {
    for (const [answer, socket] of answers) {
      // Its headers were sent already, or can still be set.
      if (answer.headersSent) answer.once('close', () => socket.destroySoon())
      else answer.shouldKeepAlive = false
    }
  })
}

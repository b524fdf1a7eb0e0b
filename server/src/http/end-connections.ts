/**
 * Connections of a server that stops. Node ends those that are idle when it closes; those whose call is under way then it keeps open after
 * their answer, for as long as the other side likes or 72 s, and the stop would wait for them.
 */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Once `app` closes, connections on which a call is under way end with its answer. */
export function endConnectionsAtClose(app: FastifyInstance): void {
  const answers = new Map<ServerResponse, Socket>()
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(answer, socket)
    answer.once('close', () => answers.delete(answer))
  })
  app.addHook('preClose', async () => {
    for (const [answer, socket] of answers) {
      // What it says of the connection is on its way already, or can still be said.
      if (answer.headersSent) answer.once('close', () => socket.destroySoon())
      else answer.shouldKeepAlive = false
    }
  })
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answer } from '../../http/answers.ts'
import { webhookDialsSchema } from './dials.ts'
import type { Webhooks } from './endpoint.ts'
import type { Received } from './received.ts'
import { secretSchema } from './state.ts'
import { verdictOf } from './verify.ts'

const secretBody = z.strictObject({ secret: secretSchema })

/** The API for tests and programs: dials, secrets, and received requests. */
export function addWebhookRoutes(app: FastifyInstance, { state, received }: Webhooks): void {
  app.get('/api/faults/webhooks', async () => answer(state.dials))
  app.put('/api/faults/webhooks', async request => {
    await state.turn(webhookDialsSchema.parse(request.body))
    return answer(state.dials)
  })
  app.put('/api/webhooks/secret', async request => {
    await state.addSecret(secretBody.parse(request.body).secret)
    return answer(null)
  })
  app.get('/api/webhooks', async () => answer(received.list.map(each => shown(each, state.secrets))))
  app.delete('/api/webhooks', async () => {
    received.clear()
    return answer(null)
  })
}

function shown(request: Received, secrets: readonly string[]) {
  const { id, atMs, path, headers, body, answered } = request
  return {
    id,
    received_on: Math.floor(atMs / 1000),
    path,
    headers: Object.fromEntries(headers),
    body: body.toString(),
    answered,
    verdict: verdictOf(request, secrets),
  }
}

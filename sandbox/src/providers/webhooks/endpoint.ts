import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Attempts } from '../../faults/attempts.ts'
import { chanceOf } from '../../faults/chance.ts'
import type { Decisions, Outcome } from '../../faults/decisions.ts'
import { bytesOf, takeBytes } from '../../http/forms.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import type { WebhookDials } from './dials.ts'
import type { Answered, ReceivedRequests } from './received.ts'
import type { WebhookState } from './state.ts'

export const ENDPOINT_PATH = '/webhooks/'

export interface Webhooks extends Pick<SandboxContext, 'onError'> {
  state: WebhookState
  received: ReceivedRequests
  decisions: Decisions
}

/** Longer than any sender's timeout. */
const SILENCE_MS = 120_000

/** The counting failures, in the order in which they are used up. */
const NEXT: readonly (readonly [dial: keyof WebhookDials, answered: Answered])[] = [
  ['silent_next', 'silence'],
  ['error_next', 500],
  ['redirect_next', 307],
  ['gone_next', 410],
]

/** A customer's endpoint at every address below /webhooks/. Accepts requests, or fails as its dials say. */
export async function addEndpoint(app: FastifyInstance, webhooks: Webhooks): Promise<void> {
  const { received, decisions } = webhooks
  const attempts = new Attempts()
  const silent = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const response of silent) response.destroy()
  })
  await app.register(async scope => {
    takeBytes(scope)
    scope.post(`${ENDPOINT_PATH}*`, async (request, reply) => {
      const id = String(request.headers['webhook-id'] ?? '')
      const answered = decide(webhooks, attempts, id)
      received.add({ atMs: Date.now(), path: request.url, ...partsOf(request), answered })
      decisions.add({ channel: 'webhooks', to: request.url, outcome: outcomeOf(answered) })
      if (answered === 'silence') return leaveUnanswered(reply, silent)
      await wait(webhooks.state.dials.latency_ms)
      if (answered === 307) return reply.redirect('/', 307)
      return reply.code(answered).send({ received: answered === 200 })
    })
  })
}

/** The outcome of a request. Decrements a counting dial. */
function decide({ state, onError }: Webhooks, attempts: Attempts, id: string): Answered {
  const { dials } = state
  const due = NEXT.find(([dial]) => dials[dial] > 0)
  if (due !== undefined) {
    state.turn({ ...dials, [due[0]]: dials[due[0]] - 1 }).catch(onError)
    return due[1]
  }
  if (chanceOf(dials.seed, 'error_rate', id, attempts.current(id)) < dials.error_rate) {
    attempts.failed(id)
    return 500
  }
  attempts.settled(id)
  return 200
}

function partsOf({ raw, body }: FastifyRequest) {
  const headers = Object.entries(raw.headersDistinct).flatMap(([name, values = []]) =>
    values.map(value => [name, value] as const),
  )
  return { headers, body: bytesOf(body) }
}

function outcomeOf(answered: Answered): Outcome {
  if (answered === 200) return 'taken'
  return answered === 410 ? 'refused' : 'put_off'
}

/** Sends no response until the client closes the connection. */
function leaveUnanswered(reply: FastifyReply, silent: Set<ServerResponse>): FastifyReply {
  const response = reply.hijack().raw
  silent.add(response)
  response.setTimeout(SILENCE_MS, () => response.destroy())
  response.on('close', () => silent.delete(response))
  return reply
}

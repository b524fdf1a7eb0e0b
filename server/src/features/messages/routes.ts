import * as calls from '@notifly/contracts/messages/messages'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { currentTraceparent } from '../../lib/tracing/tracing.ts'
import { mapInTurns } from '../../lib/turns.ts'
import { type Answer, type Call, presentResult } from './accept.ts'
import { Collector } from './collector.ts'
import { cancel, listOf, readOne } from './read.ts'
import { readMessage, readUnknown, type ReadMessage } from './read-message.ts'

/** Routes of single messages (`/api/v1/messages`). */
export function messageRoutes(http: Http, deps: Deps): void {
  const collector = new Collector(deps)

  const take = async (
    {
      caller,
      request,
      reply,
      body,
    }: { caller: KeyCaller; request: FastifyRequest; reply: FastifyReply; body: unknown },
    items: readonly (ReadMessage | AppError)[],
    isSingle: boolean,
  ): Promise<Answer> => {
    const call = { caller, key: keyOf(request, body), items, isSingle, trace: currentTraceparent() }
    const answer = await collector.take(call, bytesOf(request, body))
    if (answer.isReplayed) reply.header('Idempotent-Replayed', 'true')
    return answer
  }

  route(http, calls.sendMessage, async input => {
    const { results } = await take(input, [readMessage(input.body, deps.clock.now())], true)
    const [result] = results
    if (result === undefined || result instanceof AppError) throw result ?? new AppError('internal')
    if (result.id === null || result.status === 'refused') throw new AppError('internal')
    return { id: result.id, status: result.status }
  })

  route(http, calls.sendMessages, async input => {
    const now = deps.clock.now()
    const { applicationId } = input.caller
    const items = await mapInTurns(applicationId, input.body.messages, each => readUnknown(each, now))
    return mapInTurns(applicationId, (await take(input, items, false)).results, presentResult)
  })

  route(http, calls.readMessage, ({ params, caller }) => readOne(deps, caller.applicationId, params.id.toLowerCase()))
  route(http, calls.listMessages, ({ query, caller }) => listOf(deps, caller.applicationId, query))
  route(http, calls.cancelMessage, ({ params, caller }) => cancel(deps, caller.applicationId, params.id.toLowerCase()))
}

/** Throws invalidInput for one that is none. The same body is the same, however it was spaced. */
function keyOf(request: FastifyRequest, body: unknown): Call['key'] {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !calls.IDEMPOTENCY_KEY.test(key)) {
    throw invalidField('Idempotency-Key', sentence('messages.key'))
  }
  return { text: key, key: hashOf(key), bodyHash: hashOf(`${request.url} ${JSON.stringify(body)}`) }
}

/** Roughly what the body takes in memory, in bytes. */
function bytesOf({ headers }: FastifyRequest, body: unknown): number {
  return Number(headers['content-length'] ?? JSON.stringify(body).length)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

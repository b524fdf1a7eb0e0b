/** Logs calls with an API key when their responses are sent: failed ones in full, others as a count per hour. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogNote } from '../../engine/log/log-entry.ts'
import { countLog, settleLog, writeLog } from '../../engine/log/log-writer.ts'
import type { Deps } from '../../http/deps.ts'
import type { KeyCaller } from '../../http/caller.ts'
import { recordOf, textOf } from '../../lib/json.ts'

/** Must be called before the routes are declared, so that it applies to them. */
export function recordCalls(app: FastifyInstance, deps: Deps): void {
  app.addHook('preSerialization', async (request, reply, answer: unknown) => {
    const { keyCaller } = request
    if (!keyCaller || reply.statusCode < 400) return answer
    const said = recordOf(answer)
    writeLog(deps, {
      ...callOf(request, keyCaller, reply.statusCode),
      endpoint: request.url,
      currentStatus: textOf(said['key']) || 'refused',
      receiver: '',
      response: JSON.stringify(answer),
      payload: bodyOf(request.body),
    })
    return answer
  })
  app.addHook('onResponse', async (request, reply) => {
    const { keyCaller } = request
    if (!keyCaller || reply.statusCode >= 400) return
    countLog(deps, {
      ...callOf(request, keyCaller, reply.statusCode),
      endpoint: request.routeOptions.url ?? '',
      currentStatus: 'ok',
      source: '',
      receiver: '',
      response: '',
      payload: '',
    })
  })
  app.addHook('onClose', () => settleLog(deps.database))
}

function callOf(request: FastifyRequest, { applicationId, keyId }: KeyCaller, status: number) {
  return {
    applicationId,
    kind: 'api',
    channel: null,
    status,
    isGood: status < 400,
    method: request.method,
    source: request.ip,
    keyId,
  } satisfies Partial<LogNote>
}

function bodyOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}

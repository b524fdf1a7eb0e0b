import { issueAccessToken } from '@notifly/contracts/api-keys/access-tokens'
import {
  createApiKey,
  deleteApiKey,
  endOldSecret,
  listApiKeys,
  readClientSecret,
  rotateClientSecret,
  updateApiKey,
} from '@notifly/contracts/api-keys/api-keys'
import type { Deps } from '../../http/deps.ts'
import { basicOf } from '../../http/bearer.ts'
import { pagedRoute, rawRoute, route, type Http } from '../../http/route.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { requireRaised } from '../accounts/accounts.ts'
import { commandRoute, openRequestsOn } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { issueToken } from './access-tokens.ts'
import { createKeyCommand, deleteKeyCommand, openSecret, presentKey, updateKeyCommand } from './commands.ts'
import { selectKey, selectKeys } from './queries.ts'
import { endOldSecretNow, rotateSecret } from './rotation.ts'

export function apiKeyRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listApiKeys, async ({ query, caller: { applicationId } }) => {
    const filter = { applicationId, search: query.search, page: query.page, perPage: query.per_page }
    const { rows, total } = await selectKeys(db, filter)
    const keyIds = rows.map(row => row.api_key_id)
    const waiting = await openRequestsOn(db, applicationId, createKeyCommand.object, keyIds)
    const now = deps.clock.now()
    return { rows: rows.map(row => presentKey(row, now, waiting.get(row.api_key_id))), total }
  })

  commandRoute(http, deps, createApiKey, createKeyCommand, ({ body, caller }) => {
    const named = body.application_uuid?.toLowerCase() ?? caller.applicationId
    if (named !== caller.applicationId) throw new AppError('notFound')
    return { name: body.name, scopes: body.scopes, rate_limit: body.rate_limit }
  })

  commandRoute(
    http,
    deps,
    updateApiKey,
    updateKeyCommand,
    ({ body: { client_id: clientId, name, scopes, rate_limit } }) => ({
      client_id: clientId.toLowerCase(),
      name,
      scopes,
      rate_limit,
    }),
  )

  commandRoute(http, deps, deleteApiKey, deleteKeyCommand, ({ query }) => ({
    client_id: query.client_id.toLowerCase(),
  }))

  secretRoutes(http, deps)

  rawRoute(http, issueAccessToken, async ({ body, request, reply }) => {
    const answer = await issueToken(deps, http.callers.authenticateKey, { ...body, basic: basicOf(request) })
    if ('error' in answer) {
      const isUnknown = answer.error === 'invalid_client'
      reply.status(isUnknown ? 401 : 400)
      if (isUnknown) reply.header('WWW-Authenticate', 'Basic realm="Notifly"')
    }
    return reply.send(answer)
  })
}

function secretRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readClientSecret, async ({ body, caller }) => {
    const key = { applicationId: caller.applicationId, keyId: body.client_id.toLowerCase() }
    const row = orNotFound(await selectKey(db, key))
    await requireRaised(deps, caller, body.password)
    const object = { type: createKeyCommand.object, id: key.keyId, name: row.name }
    await recordAudit(db, { ...byCaller(caller), action: 'key.reveal', object }, deps.clock.now())
    return { client_secret: openSecret(deps.secrets, key, row.secret) }
  })

  route(http, rotateClientSecret, async ({ body, caller }) => {
    const keyId = body.client_id.toLowerCase()
    if ((await selectKey(db, { applicationId: caller.applicationId, keyId })) === undefined)
      throw new AppError('notFound')
    await requireRaised(deps, caller, body.password)
    return rotateSecret(deps, caller, keyId, body.old_secret_hours)
  })

  route(http, endOldSecret, ({ body, caller }) => endOldSecretNow(deps, caller, body.client_id.toLowerCase()))
}

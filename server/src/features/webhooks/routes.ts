import { english } from '@notifly/contracts/sentences/english'
import { WEBHOOK_EVENTS, WEBHOOK_GROUPS, webhookEvent } from '@notifly/contracts/webhooks/events'
import * as api from '@notifly/contracts/webhooks/webhooks'
import { selectTimezone } from '../../db/application-timezone.ts'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, route } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { daysGiven } from '../../lib/time/day-range.ts'
import { createOutboundChecks } from '../../lib/network/outbound-checks.ts'
import { readWords } from '../../lib/stored-words.ts'
import { uuidv7Time } from '../../lib/uuid.ts'
import { recover, replay, testWebhook } from './again.ts'
import { type AttemptRow, selectAttempt, selectAttempts } from './attempt-queries.ts'
import { bodiesOf } from './dispatch/bodies.ts'
import { selectMessage } from './dispatch/message-queries.ts'
import { countByEvent, selectEvents } from './queries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts'

export function webhookRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  const checks = createOutboundChecks(deps.database.pool)

  pagedRoute(http, api.listWebhooks, ({ query, caller: { applicationId } }) => {
    const webhookId = query.uuid?.toLowerCase()
    const filter = { applicationId, webhookId, search: query.search, page: query.page, perPage: query.per_page }
    return listWebhooks(db, filter, deps.clock.now())
  })

  route(http, api.createWebhook, ({ body, caller }) => createWebhook(deps, caller, body))
  route(http, api.updateWebhook, ({ query, body, caller }) =>
    updateWebhook(deps, caller, query.uuid.toLowerCase(), body),
  )
  route(http, api.deleteWebhook, ({ query, caller }) => deleteWebhook(deps, caller, query.uuid.toLowerCase()))
  route(http, api.rotateWebhookSecret, ({ body, caller }) => rotateWebhookSecret(deps, caller, body.uuid.toLowerCase()))

  route(http, api.listWebhookEvents, async ({ query, caller: { applicationId } }) => {
    const counts = await countByEvent(db, applicationId)
    const checked =
      query.uuid === undefined
        ? []
        : orNotFound(await selectEvents(db, { applicationId, webhookId: query.uuid.toLowerCase() }))
    return WEBHOOK_GROUPS.map(name => ({
      name,
      items: WEBHOOK_EVENTS.filter(({ group }) => group === name).map(event => ({
        id: event.id,
        name: event.name,
        platform: event.channel,
        count: counts.get(event.id) ?? 0,
        checked: checked.includes(event.id),
      })),
    }))
  })

  route(http, api.testWebhook, ({ body, caller }) =>
    testWebhook(deps, checks, caller, { webhookId: body.uuid.toLowerCase(), event: body.event }),
  )
  route(http, api.replayWebhook, ({ body, caller }) => replay(deps, caller, body.uuid.toLowerCase(), body))
  route(http, api.recoverWebhook, ({ body, caller }) => recover(deps, caller, body.uuid.toLowerCase(), body.since))
  attemptRoutes(http, deps)
}

function attemptRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, api.listWebhookAttempts, async ({ query, caller: { applicationId } }) => {
    const { page, per_page: perPage, uuid, status, event, from, to } = query
    const key = { applicationId, webhookId: uuid.toLowerCase() }
    await readWebhook(db, key, deps.clock.now())
    const days = daysGiven({ from, to }, await selectTimezone(db, applicationId))
    const filter = { ...key, ...days, event, ok: status === undefined ? undefined : status === 'ok' }
    const found = await listRead(db, applicationId, tx => selectAttempts(tx, filter, { page, perPage }))
    const { rows, total, oldestId } = found
    return {
      rows: rows.map(presentAttempt),
      total,
      reachesTo: oldestId === undefined ? undefined : uuidv7Time(oldestId),
    }
  })

  route(http, api.readWebhookAttempt, async ({ params, query, caller: { applicationId } }) => {
    const key = { applicationId, webhookId: query.uuid.toLowerCase() }
    await readWebhook(db, key, deps.clock.now())
    const attempt = orNotFound(await selectAttempt(db, key, params.attempt.toLowerCase()))
    const message = await selectMessage(db, key, attempt.messageId)
    const [made] = message === undefined ? [] : await bodiesOf(db, applicationId, [message])
    return { ...presentAttempt(attempt), request: made === undefined ? null : JSON.stringify(made.body) }
  })
}

function presentAttempt(row: AttemptRow): api.WebhookAttempt {
  const { event, n, ok, status, durationMs, failure, answer, nextAt } = row
  const words = failure === null ? answer : readWords(failure)
  return {
    uuid: row.attemptId,
    message_uuid: row.messageId,
    event,
    type: webhookEvent(event)?.name ?? '',
    attempt: n,
    ok,
    status,
    duration_ms: durationMs,
    answer: typeof words === 'string' ? words : english(words),
    created_on: epochSeconds(uuidv7Time(row.attemptId)),
    next_on: nextAt === null ? null : epochSeconds(nextAt),
  }
}

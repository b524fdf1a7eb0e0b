import * as calls from '@notifly/contracts/events/events'
import { listRead } from '../../db/fair-places.ts'
import { rowRangeOf } from '../../db/pages.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, route } from '../../http/route.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { sampleContact } from '../contacts/contacts.ts'
import { cutBy, visibleRangeOf } from '../usage/usage.ts'
import { type EventNameRow, selectEventName, selectEventNames, selectEventsOf, selectProperties } from './queries.ts'
import { takeBatch, takeEvent } from './take-events.ts'

/** Events of contacts: calls for programs and for the dashboard. */
export function eventRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, calls.sendEvent, async ({ body, caller }) => ({ result: await takeEvent(deps, caller, body) }))
  route(http, calls.sendEvents, ({ body, caller }) => takeBatch(deps, caller, body.events))

  pagedRoute(http, calls.listEventNames, async ({ query, caller: { applicationId } }) => {
    const { search = '', sort = '-count' } = query
    const asked = { search, sort, ...rowRangeOf(query) }
    const { rows, total } = await listRead(db, applicationId, tx =>
      selectEventNames(tx, applicationId, deps.clock.now(), asked),
    )
    return { rows: rows.map(present), total }
  })

  route(http, calls.readEventName, async ({ params: { name }, caller: { applicationId } }) =>
    listRead(db, applicationId, async tx => {
      const row = orNotFound(await selectEventName(tx, applicationId, deps.clock.now(), name))
      const { rows: properties, lookedAt } = await selectProperties(tx, applicationId, name)
      return {
        ...present(row),
        looked_at: lookedAt,
        properties,
      }
    }),
  )

  pagedRoute(http, calls.listContactEvents, async ({ params, query, caller: { applicationId } }) => {
    const key = { applicationId, contactId: params.uuid.toLowerCase() }
    if ((await sampleContact(db, applicationId, key.contactId)) === null) throw new AppError('notFound')
    const { since, reachesTo } = cutBy(await visibleRangeOf(deps, db, applicationId), undefined)
    const { rows, total } = await listRead(db, applicationId, tx =>
      selectEventsOf(tx, key, { name: query.name, since, ...rowRangeOf(query) }),
    )
    return {
      rows: rows.map(({ occurredAt, ...row }) => ({ ...row, occurred_on: epochSeconds(occurredAt) })),
      total,
      reachesTo,
    }
  })
}

function present({ name, count, firstAt, lastAt }: EventNameRow): calls.EventName {
  return { name, count, first_seen_on: epochSeconds(firstAt), last_seen_on: epochSeconds(lastAt) }
}

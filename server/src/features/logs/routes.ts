import { listLogs, type LogEntry, readLog } from '@notifly/contracts/logs/logs'
import { selectTimezone } from '../../db/application-timezone.ts'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { daysGiven } from '../../lib/time/day-range.ts'
import { uuidv7Time } from '../../lib/uuid.ts'
import { cutBy, assertVisible, visibleRangeOf } from '../usage/usage.ts'
import { type LogEntryRow, selectLogEntry, selectLogPage } from './queries.ts'

export function logRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listLogs, async ({ query, caller: { applicationId } }) => {
    const { page, per_page: perPage, status, key, before, from, to, ...filter } = query
    const days = daysGiven({ from, to }, await selectTimezone(db, applicationId))
    const { since, reachesTo } = cutBy(await visibleRangeOf(deps, db, applicationId), days.since)
    const ids = { keyId: key?.toLowerCase(), before: before?.toLowerCase() }
    const asked = { ...filter, ...days, ...ids, since, applicationId, result: status }
    const found = await listRead(db, applicationId, tx => selectLogPage(tx, asked, { page, perPage }))
    const { rows, total, lastId } = found
    const reach = lastId === undefined ? { reachesTo } : { reachesTo: uuidv7Time(lastId), goesOnBefore: lastId }
    return { rows: rows.map(present), total, ...reach }
  })

  route(http, readLog, async ({ params, caller: { applicationId } }) => {
    const row = orNotFound(await selectLogEntry(db, applicationId, params.id.toLowerCase()))
    await assertVisible(deps, db, applicationId, uuidv7Time(row.id))
    return present(row)
  })
}

function present(row: LogEntryRow): LogEntry {
  const { runId, runName, runChannel, seq, keyId, keyName } = row
  const hasRun = runId !== null && runName !== null && runChannel !== null
  return {
    id: row.id,
    endPoint: row.endpoint,
    methodType: row.method,
    status: row.status,
    created_on: Math.floor(uuidv7Time(row.id).getTime() / 1000),
    current_status: row.currentStatus,
    source: row.source,
    receiver: row.receiver,
    channel_response: row.response,
    payload: row.payload,
    kind: row.kind,
    channel: row.channel,
    result: row.result,
    times: row.times,
    run: hasRun ? { uuid: runId, name: runName, channel: runChannel } : null,
    recipient_uuid: hasRun && seq !== null && seq > 0 ? `${runId}.${seq}` : null,
    contact_uuid: row.contactId,
    key: keyId === null ? null : { uuid: keyId, name: keyName ?? '' },
  }
}

import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { listContacts, listMergeFields, readContact as readContactCall } from '@notifly/contracts/contacts/audience'
import * as contacts from '@notifly/contracts/contacts/contacts'
import { costlyRead, limitedRead } from '../../db/fair-places.ts'
import { rowRangeOf } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { attachment } from '../../http/attachment.ts'
import { type ApplicationCaller, hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, rawRoute, route, type Http } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { bulkRoutes } from './bulk/routes.ts'
import * as commands from './commands.ts'
import { readFilter } from './contact-filter.ts'
import { presentContacts, readContact } from './change.ts'
import { EXPORT_TYPES, exportContacts } from './export-list.ts'
import { listFields } from './fields.ts'
import { countContacts, isUnfiltered, selectContactPage, selectSegmentName } from './queries.ts'
import { exportPerson } from './person.ts'
import { readTimeline } from './timeline.ts'
import type { Clock } from '../../lib/clock.ts'
import { contactTotal } from '../../people/contacts/contact-total.ts'

export function audienceRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  const totalOf = createTotals(deps.clock)

  pagedRoute(http, listContacts, async ({ query, caller: { applicationId } }) => {
    const filter = await readFilter(deps, applicationId, query)
    const page = rowRangeOf(query)
    const { page: _, per_page: __, sort, ...narrowed } = query
    const key = JSON.stringify([applicationId, narrowed])
    const read = <T>(select: (tx: Db) => Promise<T>) => costlyRead(db, applicationId, select)
    // How many contacts there are is known without counting.
    const count = () => (isUnfiltered(filter) ? contactTotal(db, applicationId) : read(tx => countContacts(tx, filter)))
    const [rows, total] = await Promise.all([
      read(tx => selectContactPage(tx, filter, sort ?? '-added_on', page)),
      totalOf(key, count),
    ])
    return { rows: await limitedRead(applicationId, () => presentContacts(db, applicationId, rows)), total }
  })

  rawRoute(http, contacts.exportContacts, async ({ query, caller, reply }) => {
    const { format, uuids, ...narrowed } = query
    const ids = uuids?.toLowerCase().split(',')
    const listed = await readFilter(deps, caller.applicationId, narrowed)
    const filter = ids === undefined ? listed : { ...listed, ids }
    const name = narrowed.segment_uuid && (await selectSegmentName(db, caller.applicationId, narrowed.segment_uuid))
    await recordExport(deps, caller, null, { format, ...narrowed, search: undefined, chosen: ids?.length })
    const file = await exportContacts(db, filter, format)
    return reply
      .header('Content-Type', EXPORT_TYPES[format])
      .header('Content-Disposition', attachment(`${name ?? 'contacts'}.${format}`))
      .header('Cache-Control', 'private, no-store')
      .send(file)
  })

  route(http, listMergeFields, async ({ caller, query }) => {
    const fields = await listFields(deps, caller.applicationId, { withUses: query.uses === '1' })
    const maySee = hasLevel(caller, ACTIVITY.audience, LEVEL.read)
    return maySee ? fields : fields.map(field => ({ ...field, sample: null }))
  })

  oneContactRoutes(http, deps)
  bulkRoutes(http, deps)
}

function oneContactRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readContactCall, ({ params, caller: { applicationId } }) =>
    limitedRead(applicationId, () => readContact(db, applicationId, params.uuid, deps.clock.now())),
  )

  pagedRoute(http, contacts.readTimeline, ({ params, query, caller }) =>
    readTimeline(deps, { applicationId: caller.applicationId, contactId: params.uuid }, rowRangeOf(query)),
  )

  route(http, contacts.exportContact, async ({ params, caller }) => {
    const key = { applicationId: caller.applicationId, contactId: params.uuid.toLowerCase() }
    const person = await exportPerson(db, key, deps.clock.now())
    await recordExport(deps, caller, key.contactId, {})
    return person
  })

  commandRoute(http, deps, contacts.createContact, commands.createContact, ({ body }) => body)
  commandRoute(http, deps, contacts.updateContact, commands.updateContact, ({ params, body }) => ({
    ...body,
    uuid: params.uuid.toLowerCase(),
  }))
  commandRoute(http, deps, contacts.deleteContact, commands.deleteContact, ({ params }) => ({
    uuid: params.uuid.toLowerCase(),
  }))
  commandRoute(http, deps, contacts.eraseContact, commands.eraseContact, ({ params }) => ({
    uuid: params.uuid.toLowerCase(),
  }))
}

/** Records in the audit trail who exported personal data. */
async function recordExport(
  deps: Deps,
  caller: ApplicationCaller,
  contactId: string | null,
  what: object,
): Promise<void> {
  const object = { type: 'contact', id: contactId, name: '' }
  const entry = { ...byCaller(caller), action: 'contact.export', object, after: { ...what } } as const
  await deps.database.kysely.transaction().execute(tx => recordAudit(tx, entry, deps.clock.now()))
}

const LARGE = 100_000
const KEPT_MS = 10_000
const KEPT_MAX = 1000

/** Returns `count()`, or its recent result for the same key. */
export function createTotals(clock: Clock): (key: string, count: () => Promise<number>) => Promise<number> {
  const kept = new Map<string, { total: number; until: number }>()
  return async (key, count) => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known !== undefined && known.until > now) return known.total
    const total = await count()
    kept.delete(key)
    if (kept.size >= KEPT_MAX) kept.clear()
    if (total > LARGE) kept.set(key, { total, until: now + KEPT_MS })
    return total
  }
}

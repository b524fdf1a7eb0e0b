import * as api from '@notifly/contracts/contacts/bulk'
import { ACTIVITY, type ActivityId, LEVEL, type Level } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { costlyRead } from '../../../db/fair-places.ts'
import { type ApplicationCaller, requireLevel } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { withoutAddresses } from '../../../lib/addresses.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { commandRoute } from '../../approvals/approvals.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { readFilter } from '../contact-filter.ts'
import { countContacts, selectSegmentName } from '../queries.ts'
import { listBulks, readBulk, stopBulk } from './bulk.ts'
import * as commands from './commands.ts'

export function bulkRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  commandRoute(http, deps, api.addToSegment, commands.addToSegment, async ({ body, caller }) => {
    const { segment_uuid: id, segment_name: name, ...choice } = body
    if ((id === undefined) === (name === undefined)) {
      throw invalidField('segment_uuid', sentence('contacts.oneSegment'))
    }
    const chosen = await chosenBy(deps, caller, choice)
    return id === undefined
      ? { ...chosen, segment_name: name ?? '' }
      : { ...chosen, ...(await existing(deps, caller, id)) }
  })

  commandRoute(http, deps, api.removeFromSegment, commands.removeFromSegment, async ({ body, caller }) => ({
    ...(await chosenBy(deps, caller, body)),
    ...(await existing(deps, caller, body.segment_uuid)),
  }))

  commandRoute(http, deps, api.unsubscribeContacts, commands.unsubscribeContacts, async ({ body, caller }) => ({
    ...(await chosenBy(deps, caller, body)),
    channels: body.channels,
    reason: withoutAddresses(body.reason),
  }))

  commandRoute(http, deps, api.deleteContacts, commands.deleteContacts, ({ body, caller }) =>
    chosenBy(deps, caller, body),
  )

  route(http, api.listBulkActions, ({ caller }) => listBulks(db, caller.applicationId, deps.clock.now()))

  route(http, api.stopBulkAction, async ({ params, caller }) => {
    const key = { applicationId: caller.applicationId, bulkId: params.uuid.toLowerCase() }
    const { action, segment } = await readBulk(db, key)
    requireLevel(caller, ...RIGHTS[action])
    return db.transaction().execute(async tx => {
      const now = deps.clock.now()
      const stopped = await stopBulk(tx, key, now)
      const object = { type: 'contact', id: null, name: '' }
      const after = { bulk_action: action, segment_name: segment?.name, done: stopped.done, contacts: stopped.total }
      await recordAudit(tx, { ...byCaller(caller), action: 'contact.bulk-stop', object, after }, now)
      return stopped
    })
  })
}

const RIGHTS: Record<api.BulkAction['action'], [ActivityId, Level]> = {
  add: [ACTIVITY.segmentation, LEVEL.create],
  remove: [ACTIVITY.segmentation, LEVEL.update],
  unsubscribe: [ACTIVITY.audience, LEVEL.update],
  delete: [ACTIVITY.audience, LEVEL.delete],
}

/** Counts the chosen contacts. The count of a filter reveals values of contacts, so it needs the right to read them. */
async function chosenBy(
  deps: Deps,
  caller: ApplicationCaller,
  { contact_uuids: ids, filter }: api.BulkChoice,
): Promise<commands.Chosen> {
  if ((ids === undefined) === (filter === undefined)) {
    throw invalidField('filter', sentence('contacts.chosenOrFilter'))
  }
  const asked_on = Math.ceil(deps.clock.now().getTime() / 1000)
  if (filter === undefined) {
    const unique = [...new Set((ids ?? []).map(id => id.toLowerCase()))]
    return { contact_uuids: unique, contacts: unique.length, asked_on }
  }
  requireLevel(caller, ACTIVITY.audience, LEVEL.read)
  const { applicationId } = caller
  const listed = await readFilter(deps, applicationId, filter)
  const contacts = await costlyRead(deps.database.kysely, applicationId, tx => countContacts(tx, listed))
  const segment =
    filter.segment_uuid && (await selectSegmentName(deps.database.kysely, applicationId, filter.segment_uuid))
  return { filter, contacts, asked_on, ...(segment && { in_segment: segment }) }
}

/** Throws at `segment_uuid` for an unknown segment. */
async function existing(deps: Deps, caller: ApplicationCaller, id: string) {
  const segmentId = id.toLowerCase()
  const name = await selectSegmentName(deps.database.kysely, caller.applicationId, segmentId)
  if (name === undefined) throw invalidField('segment_uuid', sentence('segments.gone'))
  return { segment_uuid: segmentId, segment_name: name }
}

/** Search over everything: each kind that the role may read, with a time limit for each. */
import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { ACTIVITY, type ActivityId, LEVEL } from '@notifly/contracts/roles/activities'
import { FOUND_MAX, type Found } from '@notifly/contracts/search/search'
import { limitedRead, limitStatements, QUERY_CANCELED } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, hasLevel } from '../../http/caller.ts'
import * as queries from './queries.ts'

/**
 * For a person who is typing: kinds that take longer are left out. A million contacts take a few milliseconds unless most of them match
 * partially.
 */
const LIMIT_MS = 80

export async function searchAll(db: Db, caller: ApplicationCaller, text: string): Promise<Found> {
  const { applicationId } = caller
  const search = { applicationId, text }
  let isPartial = false
  const find = async <Row>(isAllowed: boolean, read: (tx: Db) => Promise<Row[]>): Promise<Row[]> => {
    const rows = isAllowed ? await inTime(db, read) : []
    isPartial ||= rows === undefined
    return rows ?? []
  }
  const mayRead = (activity: ActivityId) => hasLevel(caller, activity, LEVEL.read)
  const channels = CHANNELS.filter(each => mayRead(CAMPAIGN_ACTIVITY[each]))
  const kinds = { own: mayRead(ACTIVITY.templateEmail), whatsapp: mayRead(ACTIVITY.templateWhatsapp) }
  return limitedRead(applicationId, async () => {
    const byEmail = await find(mayRead(ACTIVITY.audience), tx => queries.findContactsByEmail(tx, search))
    // Nothing else is meant by a whole email.
    const isEnough =
      byEmail.length === FOUND_MAX || byEmail.some(({ email }) => email?.toLowerCase() === text.toLowerCase())
    const others = await find(mayRead(ACTIVITY.audience) && !isEnough, tx => queries.findContacts(tx, search))
    const contacts = [...new Map([...byEmail, ...others].map(each => [each.contact_id, each])).values()]
    const campaigns = await find(channels.length > 0, tx => queries.findCampaigns(tx, search, channels))
    const segments = await find(mayRead(ACTIVITY.segmentation), tx => queries.findSegments(tx, search))
    const forms = await find(mayRead(ACTIVITY.audience), tx => queries.findForms(tx, search))
    const templates = await find(kinds.own || kinds.whatsapp, tx => queries.findTemplates(tx, search, kinds))
    return {
      contacts: contacts.slice(0, FOUND_MAX).map(({ contact_id, first_name, last_name, email, phone_number }) => ({
        uuid: contact_id,
        name: [first_name, last_name].filter(Boolean).join(' ') || null,
        email,
        phone_number,
      })),
      campaigns,
      segments,
      templates,
      forms,
      is_partial: isPartial,
    }
  })
}

/** Undefined if it took too long. */
async function inTime<Rows>(db: Db, read: (tx: Db) => Promise<Rows>): Promise<Rows | undefined> {
  try {
    return await db.transaction().execute(async tx => {
      await limitStatements(tx, `${LIMIT_MS}`)
      return read(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) return undefined
    throw error
  }
}

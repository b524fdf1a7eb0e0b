/** A contact's timeline: what was sent to it, what followed, what it signed up for, and when it was added. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { TimelineEntry } from '@notifly/contracts/contacts/contacts'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { RowRange } from '../../db/pages.ts'
import type { Deps } from '../../http/deps.ts'
import type { Page } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { describeDelivery, describeEvent } from '../runs/runs.ts'
import { cutBy, visibleRangeOf } from '../usage/usage.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'
import { selectContact } from './queries.ts'
import {
  countTimeline,
  type DeliveryStep,
  selectTimeline,
  type SignUpRow,
  type TimelineRow,
} from './timeline-queries.ts'

/** One page, newest first; the last entry of all is when the contact was added. Throws notFound. */
export async function readTimeline(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  key: ContactKey,
  { limit, offset }: RowRange,
): Promise<Page<TimelineEntry>> {
  const db = deps.database.kysely
  const contact = orNotFound(await selectContact(db, key.applicationId, key.contactId))
  const { since, reachesTo } = cutBy(await visibleRangeOf(deps, db, key.applicationId), undefined)
  const [steps, n] = await Promise.all([
    selectTimeline(db, key, { since, limit, offset }),
    countTimeline(db, key, { since }),
  ])
  const rows = steps.map(present)
  if (offset <= n && offset + limit > n) rows.push(added(contact.contact_id, contact.added_at))
  return { rows, total: n + 1, reachesTo }
}

function present(row: TimelineRow): TimelineEntry {
  return row.run_id === null ? signedUp(row) : presentStep(row)
}

function presentStep(row: DeliveryStep): TimelineEntry {
  const described =
    row.event === null
      ? describeDelivery({ state: row.state, reason: row.reason, attempts: row.attempts, wasSent: row.was_sent })
      : describeEvent({
          kind: row.event,
          at: row.at,
          source: row.source,
          bot: row.bot,
          detail: row.detail,
          url: row.url,
        })
  const delivery = `${row.run_id}.${row.seq}`
  return {
    uuid: row.event_id === null ? delivery : `${delivery}.${row.event_id}`,
    at: epochSeconds(row.at),
    run: {
      run_uuid: row.run_id,
      campaign_uuid: row.campaign_id,
      name: row.name,
      channel: row.channel as Channel,
      delivery_uuid: delivery,
    },
    ...described,
  }
}

function signedUp({ event_id: uuid, at, detail: { form } }: SignUpRow): TimelineEntry {
  const said = sentence('contacts.signedUp', { form })
  return { uuid, kind: 'signed_up', source: 'recipient', values: { form }, ...entry(said, at) }
}

const ADDED = sentence('contacts.added')

function added(contactId: string, at: Date): TimelineEntry {
  return { uuid: contactId, kind: 'added', source: 'us', values: {}, ...entry(ADDED, at) }
}

/** An entry without a message. */
function entry(said: Sentence, at: Date) {
  return { at: epochSeconds(at), run: null, text: english(said), text_sentence: said, bot: false }
}

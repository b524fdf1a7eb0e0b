/** The shop's segments: static ones, whose members are assigned as contacts come, and dynamic ones. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type {
  BehaviourCondition,
  Condition,
  FieldCondition,
  ReachCondition,
  RuleGroup,
} from '@notifly/contracts/segments/rules'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { sql } from 'kysely'
import { randomOfNumber } from '../chance.ts'
import type { Shop, Team } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { contactId } from './contacts.ts'

/** Ids by key. */
export type Segments = ReadonlyMap<string, string>

interface Chosen {
  key: string
  name: string
  made: number
  /** Share of all contacts. */
  share: number
  salt: number
}

const CHOSEN: readonly Chosen[] = [
  { key: 'newsletter', name: 'Newsletter', made: 186, share: 0.2, salt: 101 },
  { key: 'fair', name: 'Design fair visitors', made: 121, share: 0.05, salt: 102 },
  { key: 'showroom', name: 'Showroom guests', made: 133, share: 0.07, salt: 103 },
  { key: 'lamp', name: 'Watchers of the Oslo lamp', made: 136, share: 0.06, salt: 104 },
  { key: 'transit', name: 'Orders in transit', made: 145, share: 0.06, salt: 105 },
  { key: 'lapsed', name: 'Bought from us before 2024', made: 70, share: 0.08, salt: 106 },
]

const text = (field: string, value: string): FieldCondition => ({ kind: 'field', field, type: 'text', op: 'is', value })
const opened = (times: BehaviourCondition['times'], days: number): BehaviourCondition => ({
  kind: 'behaviour',
  event: 'opened',
  campaign_uuid: null,
  when: { op: 'last_days', days },
  times,
})
const reachable = (channel: Channel): ReachCondition => ({ kind: 'reach', channel, op: 'is', status: 'reachable' })
const every = (...rules: Condition[]): RuleGroup => ({ kind: 'group', match: 'all', rules })
const any = (...rules: Condition[]): RuleGroup => ({ kind: 'group', match: 'any', rules })

const BY_RULES: readonly { key: string; name: string; made: number; tags?: string[]; rules: RuleGroup }[] = [
  { key: 'gold', name: 'Gold members', made: 176, tags: ['loyalty'], rules: every(text('loyalty_tier', 'Gold')) },
  {
    key: 'loyal',
    name: 'Silver and gold members',
    made: 176,
    tags: ['loyalty'],
    rules: any(text('loyalty_tier', 'Gold'), text('loyalty_tier', 'Silver')),
  },
  {
    key: 'buyers',
    name: 'Bought in the last 45 days',
    made: 172,
    rules: every({ kind: 'field', field: 'last_order', type: 'date', op: 'last_days', days: 45 }),
  },
  { key: 'lighting', name: 'Lighting lovers', made: 168, tags: ['shop'], rules: every(text('favorite', 'Lighting')) },
  { key: 'garden', name: 'Garden lovers', made: 168, tags: ['shop'], rules: every(text('favorite', 'Garden')) },
  { key: 'britain', name: 'United Kingdom', made: 162, rules: every(text('country', 'GB')) },
  {
    key: 'europe',
    name: 'European Union',
    made: 162,
    rules: any(...['IE', 'DE', 'FR', 'ES', 'NL'].map(country => text('country', country))),
  },
  { key: 'india', name: 'India', made: 140, rules: every(text('country', 'IN')) },
  {
    key: 'new',
    name: 'Joined in the last 7 days',
    made: 158,
    tags: ['lifecycle'],
    rules: every({ kind: 'field', field: 'added_on', type: 'date', op: 'last_days', days: 7 }),
  },
  { key: 'readers', name: 'Opened in the last 30 days', made: 130, rules: every(opened({ op: 'at_least', n: 1 }, 30)) },
  {
    key: 'sleeping',
    name: 'Quiet for 60 days',
    made: 72,
    tags: ['lifecycle'],
    rules: every(opened({ op: 'never' }, 60), reachable('email')),
  },
  {
    key: 'spenders',
    name: 'Spent over 500',
    made: 84,
    tags: ['loyalty'],
    rules: every({ kind: 'field', field: 'total_spent', type: 'number', op: 'greater_than', value: 500 }),
  },
  { key: 'browsers', name: 'Takes web push', made: 160, tags: ['shop'], rules: every(reachable('webpush')) },
  {
    key: 'lampBrowsers',
    name: 'Lighting lovers with web push',
    made: 140,
    tags: ['shop'],
    rules: every(text('favorite', 'Lighting'), reachable('webpush')),
  },
  { key: 'apps', name: 'Has the app', made: 148, tags: ['app'], rules: every(reachable('mobilepush')) },
  {
    key: 'goldApps',
    name: 'Gold members with the app',
    made: 110,
    tags: ['app', 'loyalty'],
    rules: every(text('loyalty_tier', 'Gold'), reachable('mobilepush')),
  },
]

/** Creates all segments, each on its day; the dynamic ones through the API, as Meera. */
export async function makeSegments(world: World, { meera, shop }: Team): Promise<Segments> {
  const ids = new Map<string, string>()
  const { applicationId } = shop
  for (const { key, name, made } of CHOSEN) {
    const at = world.at(-made, '10:40')
    const id = uuidv7(at)
    await world.database.kysely
      .insertInto('segment')
      .values({
        application_id: applicationId,
        segment_id: id,
        name,
        kind: 'static',
        created_by: meera.accountId,
        created_at: at,
        updated_at: at,
      })
      .execute()
    ids.set(key, id)
  }
  for (const { key, name, made, tags, rules } of BY_RULES) {
    world.moveTo(world.at(-made, '14:20'))
    const path = '/api/audience/segment'
    const body = { segment_name: name, rules }
    const { segment_uuid: id } = await world.call<{ segment_uuid: string }>(meera, applicationId, 'POST', path, body)
    ids.set(key, id)
    if (tags === undefined) continue
    const change = { uuids: [id], add: tags, remove: [] }
    await world.call(meera, applicationId, 'POST', '/api/audience/segment/tags', change)
  }
  return ids
}

/** Adds new contacts to the static segments that they belong to. */
export async function joinSegments(
  { database }: World,
  shop: Shop,
  segments: Segments,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const rows = CHOSEN.map(
    ({ key, share, salt }) => sql`
      select ${segments.get(key)}::uuid as segment_id, n from generate_series(${from}::int, ${to}::int) n
      where ${randomOfNumber(sql`n`, salt)} < ${sql.lit(share)}`,
  )
  await sql`
    with joined as (
      insert into segment_member (application_id, segment_id, contact_id)
      select ${shop.applicationId}::uuid, segment_id, ${contactId(shop, sql`n`)} from (${sql.join(rows, sql` union all `)}) members
      returning segment_id
    )
    update segment s set contact_count = s.contact_count + j.n
    from (select segment_id, count(*)::int as n from joined group by segment_id) j
    where s.application_id = ${shop.applicationId} and s.segment_id = j.segment_id`.execute(database.kysely)
}

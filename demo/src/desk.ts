/** Work in progress: topics, forms, views, drafts, pending requests and upcoming campaigns. */
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { sql } from 'kysely'
import { contactId } from './audience/contacts.ts'
import { contactsOf } from './audience/arrivals.ts'
import { randomOfNumber } from './chance.ts'
import { DRAFTS } from './content/campaigns.ts'
import { bodyOf, launch, type Stage } from './runs/send.ts'
import type { Team } from './world/team.ts'
import type { World } from './world/world.ts'

const TOPICS = [
  ['news', 'News and collections', 'What is new, once a week.'],
  ['offers', 'Offers', 'Sales and vouchers, at most twice a month.'],
  ['loyalty', 'Loyalty program', 'Points, tiers and previews for members.'],
] as const

export async function addTopics(world: World, { asha, shop }: Team): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  world.moveTo(world.at(-180, '10:30'))
  for (const [key, name, description] of TOPICS) {
    const path = '/api/audience/topics'
    const { uuid } = await world.call<{ uuid: string }>(asha, shop.applicationId, 'POST', path, { name, description })
    ids.set(key, uuid)
  }
  return ids
}

/** Two forms and the people who submitted them. Most of them confirmed, some have not yet. */
export async function addForms({ world, team, shop, segments, topics }: Stage): Promise<void> {
  const forms = [
    {
      name: 'Newsletter in the shop',
      days: -160,
      share: 0.028,
      content: {
        title: 'The journal, every Tuesday',
        intro: 'Three ideas for your home, and first look at restocks.',
        button: 'Subscribe',
        fields: [
          { name: 'email', is_required: true },
          { name: 'first_name', is_required: false },
        ],
        topic_uuids: [...topics.values()].slice(0, 2),
      },
    },
    {
      name: 'Showroom evenings',
      days: -104,
      share: 0.007,
      content: {
        title: 'Be our guest',
        intro: 'Leave your address and we’ll invite you.',
        button: 'Invite me',
        fields: [
          { name: 'email', is_required: true },
          { name: 'first_name', is_required: true },
          { name: 'city', is_required: false },
        ],
        topic_uuids: [],
      },
    },
  ]
  for (const { name, days, share, content } of forms) {
    world.moveTo(world.at(days, '14:44'))
    const body = {
      name,
      ...content,
      consent_text: 'I agree that Harbor & Pine writes to me by email. I can unsubscribe at any time.',
      segment_uuid: segments.get(name.startsWith('Show') ? 'showroom' : 'newsletter'),
    }
    const path = '/api/audience/forms'
    const { uuid } = await world.call<{ uuid: string }>(team.meera, shop.applicationId, 'POST', path, body)
    await signUp(world, team, { formId: uuid, name, share, days, consentText: body.consent_text })
  }
}

interface UsedForm {
  formId: string
  name: string
  /** Share of all contacts. */
  share: number
  days: number
  consentText: string
}

async function signUp(
  world: World,
  { shop }: Team,
  { formId, name, share, days, consentText }: UsedForm,
): Promise<void> {
  const db = world.database.kysely
  const contacts = contactsOf(world)
  const from = Math.round(contacts * 0.45)
  const form = sql`jsonb_build_object('uuid', ${formId}::text, 'name', ${name}::text, 'consent_text', ${consentText}::text,
    'page', 'https://www.harborandpine.example/journal', 'sent_on', extract(epoch from c.added_at)::int,
    'confirmed_on', extract(epoch from c.added_at)::int + 240)`
  const { rows } = await sql<{ n: number }>`
    with confirmed as (
      insert into consent_change (application_id, contact_id, change_id, channel, status, source, at, form)
      select c.application_id, c.contact_id, gen_random_uuid(), 'email', 'subscribed', 'form', c.added_at + interval '4 minutes', ${form}
      from generate_series(${from}::int, ${contacts}::int) n
      join contact c on c.application_id = ${shop.applicationId} and c.contact_id = ${contactId(shop, sql`n`)}
      where ${randomOfNumber(sql`n`, 300 - days)} < ${sql.lit(share * 1.8)} and c.added_at > ${world.at(days, '15:00')}
      returning contact_id, at
    ), consented as (
      insert into consent (application_id, contact_id, channel, status, source, since)
      select ${shop.applicationId}, contact_id, 'email', 'subscribed', 'form', at from confirmed
      on conflict do nothing
    )
    select count(*)::int as n from confirmed`.execute(db)
  const confirmed = rows[0]?.n ?? 0
  const waiting = Math.max(2, Math.round(confirmed * 0.02))
  await db
    .insertInto('sign_up')
    .values(
      Array.from({ length: waiting }, (_, no) => {
        const at = new Date(world.now.getTime() - (no + 1) * 9 * 3_600_000)
        const email = `newcomer_${no + 1}@oakfield.example`
        return {
          application_id: shop.applicationId,
          sign_up_id: uuidv7(at),
          form_id: formId,
          email_key: email,
          answers: JSON.stringify({
            email,
            phone_number: null,
            merge_fields: { first_name: 'Robin' },
            offered: [],
            topics: [],
            consent_text: consentText,
            page: 'https://www.harborandpine.example/journal',
          }),
          created_at: at,
          expires_at: new Date(at.getTime() + 7 * 86_400_000),
          sent_at: at,
        }
      }),
    )
    .execute()
  await db
    .updateTable('sign_up_form')
    .set({ confirmed, submitted: Math.round(confirmed * 1.19) + waiting })
    .where(eb => eb.and({ application_id: shop.applicationId, form_id: formId }))
    .execute()
}

const AT_TEN = { type: 3, local_time: 36_000, timezone: 'Europe/London' } as const
const OWN_CLOCK = { delivery_in_users_timezone: false } as const

/** A one-time schedule on that day, at ten. */
const once = (at: Date): Schedule => ({
  message_type: { type: 1, date: Math.floor(at.getTime() / 1000) },
  campaign_start_date: AT_TEN,
  advanced: OWN_CLOCK,
})

/** Creates drafts, scheduled campaigns, a cancelled one, and one that failed. */
export async function planAhead(stage: Stage): Promise<void> {
  const { world, team, shop } = stage
  for (const plan of DRAFTS) {
    world.moveTo(world.at(plan.days, plan.time))
    const { schedule: _, ...body } = bodyOf(stage, plan)
    await world.call(team.meera, shop.applicationId, 'POST', `/api/notifications/draft/${plan.channel}`, body)
  }
  const later = { template: 'sale', tags: ['sale'], to: ['buyers'] } as const
  const days = [12, 19, 26].map(day => Math.floor(world.at(day, '12:00').getTime() / 1000))
  await launch(stage, {
    ...later,
    name: 'Studio sale',
    channel: 'email',
    days: -3,
    time: '16:12',
    schedule: once(world.at(5, '12:00')),
    topic: 'offers',
  })
  await launch(stage, {
    name: 'Anniversary evening',
    channel: 'sms',
    days: -2,
    time: '14:31',
    to: ['showroom'],
    template: 'event',
    schedule: once(world.at(9, '12:00')),
  })
  await launch(stage, {
    name: 'Advent calendar doors',
    channel: 'webpush',
    days: -4,
    time: '15:03',
    to: ['browsers'],
    template: 'back',
    content: { campaignTitle: 'Behind today’s door' },
    schedule: { message_type: { type: 2, date: days }, campaign_start_date: AT_TEN, advanced: OWN_CLOCK },
  })
  const rehearsal = await launch(stage, {
    ...later,
    name: 'Flash sale rehearsal',
    channel: 'email',
    days: -52,
    time: '15:40',
    schedule: once(world.at(-50, '12:00')),
  })
  world.moveTo(world.at(-51, '09:10'))
  await world.call(team.asha, shop.applicationId, 'DELETE', `/api/notifications/schedule/email?uuid=${rehearsal}`)
}

/** Requests of a maker: some decided, one pending. */
export async function askForApproval(stage: Stage): Promise<void> {
  const { world, team, shop, segments } = stage
  const ask = (path: string, body: unknown) => world.call(team.dev, shop.applicationId, 'POST', path, body)
  const decide = async (days: number, time: string, decision: 'approve' | 'reject', description?: string) => {
    world.moveTo(world.at(days, time))
    const [open] = await world.call<{ uuid: string }[]>(
      team.jonas,
      shop.applicationId,
      'GET',
      '/api/approvals?status=0',
    )
    const body = { decision, ...(description !== undefined && { description }) }
    await world.call(team.jonas, shop.applicationId, 'POST', `/api/approvals/${open?.uuid}`, body)
  }
  world.moveTo(world.at(-66, '10:15'))
  const rules = {
    kind: 'group',
    match: 'all',
    rules: [{ kind: 'field', field: 'city', type: 'text', op: 'is', value: 'Bristol' }],
  }
  await ask('/api/audience/segment', { segment_name: 'Bristol and around', rules })
  await decide(-66, '13:40', 'approve')
  world.moveTo(world.at(-31, '16:25'))
  await ask('/api/template', {
    type: 'SMS',
    name: 'Flash sale text',
    text: 'Harbor & Pine: FLASH SALE!!! 70% OFF https://www.harborandpine.example/sale',
  })
  await decide(-30, '09:20', 'reject', 'No capitals and no exclamation marks, please. And it’s 40%, not 70%.')
  world.moveTo(world.at(-17, '11:05'))
  await ask('/api/template', {
    type: 'SMS',
    name: 'Showroom hours',
    text: 'Harbor & Pine: this week we’re open until 8 pm. https://www.harborandpine.example/showrooms',
  })
  await decide(-17, '14:52', 'approve')
  world.moveTo(new Date(world.now.getTime() - 5 * 3_600_000))
  await ask('/api/notifications/schedule/email', {
    ...bodyOf(stage, {
      name: 'Lookbook',
      channel: 'email',
      days: 0,
      time: '00:00',
      to: ['newsletter'],
      template: 'season',
      content: { emailSubject: 'The lookbook: long tables' },
      topic: 'news',
    }),
    schedule: once(world.at(3, '12:00')),
  })
  world.moveTo(new Date(world.now.getTime() - 2 * 3_600_000))
  const leeds = {
    kind: 'group',
    match: 'all',
    rules: [
      { kind: 'segment', op: 'is_member', segment_uuid: segments.get('showroom') },
      { kind: 'field', field: 'city', type: 'text', op: 'is', value: 'Leeds' },
    ],
  }
  await ask('/api/audience/segment', { segment_name: 'Showroom guests in Leeds', rules: leeds })
}

const VIEWS = [
  ['contacts', 'Gold members in Britain', { search: 'gold', sort: '-added_on' }],
  ['campaigns', 'Sales', { tag: 'sale' }],
  ['campaigns', 'Waiting for their day', { status: 'scheduled' }],
  ['runs', 'Journal', { search: 'journal' }],
  ['templates', 'Newsletter templates', { tag: 'newsletter' }],
] as const

export async function saveViews({ world, team: { asha }, shop }: Stage): Promise<void> {
  world.moveTo(world.at(-22, '10:00'))
  for (const [list, name, query] of VIEWS) {
    await world.call(asha, shop.applicationId, 'POST', '/api/views', { list, name, query, shared: true })
  }
  const key = { name: 'Online shop', scopes: ['devices:write'] }
  await world.call(asha, shop.applicationId, 'POST', '/authP/user/licenses', key)
}

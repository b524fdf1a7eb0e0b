import type { RuleGroup } from '@notifly/contracts/segments/rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import { noteNextPart } from '../../engine/upkeep/note-sent-queries.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { prepareEngine } from '../../testing/engine/world.ts'
import { type EvaluatedContact, evaluateRules } from '../../testing/people/evaluate-rules.ts'
import {
  attributes,
  clocks,
  eventFacts,
  mergeFields,
  moments,
  rules,
  TIMEZONES,
} from '../../testing/people/random-audience.ts'
import { storeEvents } from '../events/events.ts'
import { ensureEventMonths } from '../events/upkeep.ts'
import { chosenContacts, compileRules, loadRuleContext } from './compile.ts'
import { dynamicSegmentsOf } from './of-contact.ts'

const database = await testDatabase()
const { pool, kysely: db } = database
const organizationId = uuidv7()

beforeAll(async () => {
  await prepareEngine(database)
  await ensureEventMonths(database, new Date('2026-10-31T12:00:00Z'), 200)
  await pool.query(
    `insert into organization (organization_id, name, strength, language, created_at, updated_at)
     values ($1, 'Random', '1', 'en', now(), now())`,
    [organizationId],
  )
})

const CAMPAIGNS = [uuidv7(), uuidv7()]
const STATIC = uuidv7()
const DYNAMIC = uuidv7()
const CONTACTS = 8
const FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const

const facts = (now: Date) =>
  fc.array(
    fc.record({
      contact: fc.nat(CONTACTS - 1),
      campaign: fc.nat(1),
      kind: fc.constantFrom('opened', 'opened', 'clicked', 'bounced', 'unsubscribed' as const),
      at: moments(now, 130),
    }),
    { maxLength: 40 },
  )

const audiences = clocks.chain(now =>
  fc.record({
    now: fc.constant(now),
    timezone: fc.constantFrom(...TIMEZONES),
    people: fc.array(
      fc.record({ own: attributes, merge: mergeFields, edited: fc.option(mergeFields), hasEmail: fc.boolean() }),
      {
        minLength: CONTACTS,
        maxLength: CONTACTS,
      },
    ),
    types: fc.array(fc.constantFrom(...FIELD_TYPES), { minLength: 6, maxLength: 6 }),
    sent: fc.array(fc.option(moments(now, 130)), { minLength: 2 * CONTACTS, maxLength: 2 * CONTACTS }),
    /** Runs that contact_sent knows of. */
    noted: fc.constantFrom(0, 1, 2),
    facts: facts(now),
    events: fc.array(fc.record({ contact: fc.nat(CONTACTS - 1), at: moments(now, 130), what: eventFacts }), {
      maxLength: 40,
    }),
    left: fc.array(fc.nat(CONTACTS - 1), { maxLength: 2 }),
    browsers: fc.array(fc.record({ contact: fc.nat(CONTACTS - 1), isRetired: fc.boolean() }), { maxLength: 6 }),
    suppressed: fc.array(fc.nat(CONTACTS - 1), { maxLength: 2 }),
    members: fc.uniqueArray(fc.nat(CONTACTS - 1), { maxLength: 4 }),
    dynamic: rules(CAMPAIGNS, [STATIC]),
    asked: fc.array(rules(CAMPAIGNS, [STATIC, DYNAMIC, uuidv7()]), { minLength: 25, maxLength: 25 }),
  }),
)
type Audience = typeof audiences extends fc.Arbitrary<infer T> ? T : never

test('rules as SQL choose whom a plain reading of them chooses', async () => {
  await fc.assert(
    fc.asyncProperty(audiences, async audience => {
      const { applicationId, ids, contacts } = await store(audience)
      const { now, timezone, asked, dynamic } = audience
      const context = await loadRuleContext(db, applicationId, [STATIC, DYNAMIC], now)
      const columns = asked.map((each, n) => sql`${compileRules(each, context)} as ${sql.ref(`rule${n}`)}`)
      const { rows } = await sql<{ contact_id: string }>`
        select s.contact_id, ${sql.join(columns)} from contact_slot s where s.application_id = ${applicationId}`.execute(
        db,
      )
      const chosen = new Map(rows.map(row => [row.contact_id, row as unknown as Record<string, unknown>]))
      expect(chosen.size).toBe(CONTACTS)
      const view = { now, timezone, dynamic: new Map([[DYNAMIC, dynamic]]) }
      // As they are counted: joined.
      const counts = asked.map(
        each => sql`(select count(*)::int from (${chosenContacts(each, { ...context, joins: true })}) n)`,
      )
      const counted = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
      const members = (each: RuleGroup) => contacts.filter(contact => evaluateRules(each, contact, view)).length
      expect(counted.rows[0]?.counts).toEqual(asked.map(members))
      const wrong = contacts.flatMap((contact, index) => {
        const row = chosen.get(ids[index] ?? '')
        return asked.flatMap((each, n) => {
          const answer = row?.[`rule${n}`]
          return answer === evaluateRules(each, contact, view) ? [] : [{ rules: each, contact, answer }]
        })
      })
      expect(wrong).toEqual([])
      const { segments } = await dynamicSegmentsOf(db, applicationId, ids[0] ?? '', now)
      expect(segments.length === 1).toBe(evaluateRules(dynamic, contacts[0] as EvaluatedContact, view))
    }),
    { numRuns: 40, seed: 20_261_120 },
  )
})

/** Writes it the way the product does, and answers each contact as the evaluator reads it. */
async function store(audience: Audience) {
  const applicationId = uuidv7()
  await pool.query(
    `insert into application (application_id, organization_id, name, timezone, created_at, updated_at)
     values ($1, $2, 'Random', $3, now(), now())`,
    [applicationId, organizationId, audience.timezone],
  )
  // Half the fields are known before there are contacts, the others have no column yet: both ways of reading a value are met.
  for (const [n, name] of ['plan', 'points', 'birthday'].entries())
    await addField(applicationId, name, audience.types[n])
  const ids = await addContacts(applicationId, audience)
  for (const [n, name] of ['vip', `o'brien "x"`].entries()) await addField(applicationId, name, audience.types[n + 3])
  await addSegments(applicationId, ids, audience)
  await addReach(applicationId, ids, audience)
  const runIds = await addDeliveries(applicationId, ids, audience)
  while (audience.noted > 0 && (await noteNextPart(db, { endedBefore: new Date(8.64e15), deliveries: 3 })));
  await applyEvents(
    database,
    audience.facts.map(({ contact, campaign, kind, at }): DeliveryEvent => {
      const delivery = { applicationId, runId: runIds[campaign] ?? '', seq: contact + 1 }
      return { ...delivery, kind, at, source: 'recipient', bot: false }
    }),
  )
  await storeEvents(
    db,
    applicationId,
    audience.events.map(({ contact, at, what }) => ({
      ...what,
      eventId: uuidv7(),
      contactId: ids[contact] ?? '',
      occurredAt: at,
      sizeBytes: 600,
    })),
  )
  return { applicationId, ids, contacts: await Promise.all(ids.map((id, n) => read(applicationId, id, n, audience))) }
}

async function addField(applicationId: string, name: string, type = 'text'): Promise<void> {
  await pool.query(`insert into merge_field (application_id, name, type, created_at) values ($1, $2, $3, now())`, [
    applicationId,
    name,
    type,
  ])
}

async function addContacts(applicationId: string, { people }: Audience): Promise<string[]> {
  const ids = people.map(() => uuidv7())
  for (const [n, { own, merge, edited, hasEmail }] of people.entries()) {
    const email = hasEmail ? `person${n}@example.com` : null
    const external = own.external_user_id === null ? null : `${n} ${own.external_user_id}`
    const names = Object.keys(own).filter(name => !['external_user_id', 'added_on'].includes(name))
    await pool.query(
      `insert into contact (application_id, contact_id, email, email_key, external_user_id, merge_fields, added_at, changed_at,
         ${names.join(', ')})
       values ($1, $2, $3, $3, $4, $5, $6, now(), ${names.map((_, k) => `$${k + 7}`).join(', ')})`,
      [
        applicationId,
        ids[n],
        email,
        external,
        JSON.stringify(edited ?? merge),
        own.added_on,
        ...names.map(name => own[name as keyof typeof own]),
      ],
    )
    if (edited === null) continue
    const change = 'update contact set merge_fields = $3 where application_id = $1 and contact_id = $2'
    await pool.query(change, [applicationId, ids[n], JSON.stringify(merge)])
  }
  return ids
}

async function addSegments(applicationId: string, ids: string[], { members, dynamic }: Audience): Promise<void> {
  const segment = `insert into segment (application_id, segment_id, name, kind, rules, created_at, updated_at)
    values ($1, $2, $3, $4, $5, now(), now())`
  await pool.query(segment, [applicationId, STATIC, 'Static', 'static', null])
  await pool.query(segment, [applicationId, DYNAMIC, 'Dynamic', 'dynamic', JSON.stringify(dynamic satisfies RuleGroup)])
  await pool.query('insert into segment_member select $1, $2, unnest($3::uuid[])', [
    applicationId,
    STATIC,
    members.map(n => ids[n]),
  ])
}

async function addReach(applicationId: string, ids: string[], { left, browsers, suppressed }: Audience): Promise<void> {
  await pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select $1, contact_id, channel, 'unsubscribed', 'link', now() from unnest($2::uuid[]) as contact_id,
       unnest(array['sms', 'webpush']) as channel on conflict do nothing`,
    [applicationId, left.map(n => ids[n])],
  )
  await pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at, retired_at)
     select $1, gen_random_uuid(), contact_id, 'webpush', 'web', gen_random_uuid()::text, now(), now(), retired_at
     from unnest($2::uuid[], $3::timestamptz[]) as d(contact_id, retired_at)`,
    [
      applicationId,
      browsers.map(({ contact }) => ids[contact]),
      browsers.map(({ isRetired }) => (isRetired ? '2026-10-01' : null)),
    ],
  )
  await pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', unnest($2::text[]), 'hard_bounce', now() on conflict do nothing`,
    [applicationId, suppressed.map(n => `person${n}@example.com`)],
  )
}

async function addDeliveries(applicationId: string, ids: string[], { sent, noted }: Audience): Promise<string[]> {
  const runIds = CAMPAIGNS.map(() => uuidv7())
  for (const [n, runId] of runIds.entries()) {
    await pool.query(
      `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
         created_at, recipients)
       values ($1, $2, $3, 'email', 'Run', $4, $5, '{}', '{}', 'UTC', '2020-01-01', now(), $6)`,
      [applicationId, runId, CAMPAIGNS[n], uuidv7(), n < noted ? 'done' : 'executing', CONTACTS],
    )
    await pool.query(
      `insert into delivery (application_id, run_id, seq, contact_id, state, sent_at, address)
       select $1, $2, seq, contact_id, case when sent_at is null then 0 else 5 end, coalesce(sent_at, '-infinity'), address
       from unnest($3::uuid[], $4::timestamptz[], $5::text[]) with ordinality as d(contact_id, sent_at, address, seq)`,
      [
        applicationId,
        runId,
        ids,
        sent.slice(n * CONTACTS, (n + 1) * CONTACTS),
        ids.map((_, k) => `person${k}@example.com`),
      ],
    )
  }
  return runIds
}

async function read(
  applicationId: string,
  contactId: string,
  n: number,
  audience: Audience,
): Promise<EvaluatedContact> {
  const person = audience.people[n]
  if (person === undefined) throw new Error('no such person')
  const { own, merge, hasEmail } = person
  const { rows: consents } = await pool.query<{ channel: string }>(
    `select channel from consent where application_id = $1 and contact_id = $2 and status = 'unsubscribed'`,
    [applicationId, contactId],
  )
  const { rows: reasons } = await pool.query<{ channel: string; reason: string }>(
    `select channel, reason from suppression where application_id = $1 and address_key = any($2)`,
    [applicationId, [...(hasEmail ? [`person${n}@example.com`] : []), own.phone_number]],
  )
  const sent = CAMPAIGNS.flatMap((campaignId, k) => {
    const at = audience.sent[k * CONTACTS + n] ?? null
    return at === null ? [] : [{ event: 'sent' as const, campaignId, at }]
  })
  const did = audience.facts
    .filter(fact => fact.contact === n)
    .map(({ kind, campaign, at }) => ({ event: kind, campaignId: CAMPAIGNS[campaign] ?? '', at }))
  return {
    attributes: {
      ...own,
      email: hasEmail ? `person${n}@example.com` : null,
      external_user_id: own.external_user_id === null ? null : `${n} ${own.external_user_id}`,
    },
    mergeFields: merge,
    left: consents.map(row => row.channel),
    devices: audience.browsers.some(each => each.contact === n && !each.isRetired) ? ['webpush'] : [],
    suppressed: Object.fromEntries(reasons.map(row => [row.channel, row.reason])),
    facts: [...sent, ...did],
    events: audience.events.flatMap(({ contact, at, what }) => (contact === n ? [{ ...what, at }] : [])),
    segmentIds: audience.members.includes(n) ? [STATIC] : [],
  }
}

import type { Contact, MergeField, Segment, SegmentDetails } from '@notifly/contracts/contacts/audience'
import type { FieldCondition, Rule, RuleGroup } from '@notifly/contracts/segments/rules'
import type { SegmentCount, SegmentReach, SegmentUse, SegmentValues } from '@notifly/contracts/segments/segments'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { estimateAudience } from '../../people/reach/audience.ts'
import { testApp } from '../../testing/app.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'
import { memberCondition } from './segments.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const owner = await kit.withApplication(person)
const other = await kit.withApplication(person)
const { bearer, applicationId } = owner

const SEGMENT = '/api/audience/segment'
const PEOPLE = `email,plan,points,country
ann@example.com,Gold,10,ES
ben@example.com,gold,25,FR
cem@example.com,silver,30,ES
dee@example.com,,,ES
`
beforeAll(async () => {
  await files.importAs(owner, { name: 'people.csv', content: PEOPLE }, 'Imported')
})

const all = (...rules: Rule[]): RuleGroup => ({ kind: 'group', match: 'all', rules })
const none = (...rules: Rule[]): RuleGroup => ({ kind: 'group', match: 'none', rules })
const PAID = { property: 'total', type: 'number', op: 'greater_than', value: 20 } as const
const DID = { kind: 'event', name: 'a', properties: [], when: { op: 'ever' }, times: { op: 'never' } } satisfies Rule
const GOLD: FieldCondition = { kind: 'field', field: 'plan', type: 'text', op: 'is', value: 'GOLD' }
const within = (segment_uuid: string): Rule => ({ kind: 'segment', op: 'is_member', segment_uuid })

const count = (rules: unknown, more: object = {}) =>
  kit.call<SegmentCount>('POST', `${SEGMENT}/count`, { bearer, body: { rules, ...more } })
const create = (name: string, rules: unknown, who = owner) =>
  kit.call<{ segment_uuid: string }>('POST', SEGMENT, { bearer: who.bearer, body: { segment_name: name, rules } })
const change = (uuid: string, body: object) => kit.call('PUT', `${SEGMENT}?segment_uuid=${uuid}`, { bearer, body })
const read = async (uuid: string) =>
  (await kit.call<SegmentDetails>('GET', `${SEGMENT}?segment_uuid=${uuid}`, { bearer })).data

async function created(name: string, rules: RuleGroup): Promise<string> {
  const { status, data } = await create(name, rules)
  expect(status).toBe(201)
  return data.segment_uuid
}

async function emailsIn(segmentId: string): Promise<string[]> {
  const condition = await memberCondition(kit.database.kysely, applicationId, segmentId, kit.clock.now())
  const { rows } = await sql<{ email: string }>`select email from contact
    where application_id = ${applicationId} and ${condition} order by email`.execute(kit.database.kysely)
  return rows.map(row => row.email.replace('@example.com', ''))
}

describe('rules that are being written', () => {
  test('are counted, with all contacts beside and a sample', async () => {
    const { data } = await count(all(GOLD))
    expect(data).toMatchObject({ count: 2, estimated: false, contacts: 4 })
    expect(data.sample.map(each => each.email)).toEqual(['ann@example.com', 'ben@example.com'])
    const points: FieldCondition = { kind: 'field', field: 'points', type: 'number', op: 'greater_than', value: 9.5 }
    const spain: FieldCondition = { kind: 'field', field: 'country', type: 'text', op: 'is', value: 'es' }
    expect((await count(all(points, spain))).data.count).toBe(2)
    expect((await count(all(none(points)))).data.count).toBe(1)
  })

  test('are counted in their own application alone', async () => {
    const there = await kit.call<SegmentCount>('POST', `${SEGMENT}/count`, {
      bearer: other.bearer,
      body: { rules: none(GOLD) },
    })
    expect(there.data).toMatchObject({ count: 0, contacts: 0, sample: [] })
  })

  test.each([
    ['an attribute of another type', all({ kind: 'field', field: 'country', type: 'number', op: 'equals', value: 1 })],
    ['a segment that does not exist', all(within(crypto.randomUUID()))],
    ['a group without rules', { kind: 'group', match: 'all', rules: [] }],
    ['six groups in each other', all(all(all(all(all(all(GOLD))))))],
    ['51 conditions', all(all(...Array<Rule>(26).fill(GOLD)), all(...Array<Rule>(25).fill(GOLD)))],
    ['a day that no calendar has', all({ kind: 'field', field: 'x', type: 'date', op: 'on', value: '2026-02-30' })],
    ['a name that no event has', all({ ...DID, name: 'né' })],
    ['six properties', all({ ...DID, properties: Array(6).fill(PAID) as never })],
    ['a property of another type', all({ ...DID, properties: [{ ...PAID, value: 'x' } as never] })],
    ['an operator of another type', all({ ...GOLD, op: 'less_than' } as unknown as Rule)],
  ])('with %s are refused at the rules', async (_, rules) => {
    const { status, body } = await count(rules)
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toMatch(/^rules/)
  })
})

describe('dynamic segments', () => {
  test('follow their contacts, and are read with their rules', async () => {
    const uuid = await created('Gold', all(GOLD))
    expect(await read(uuid)).toMatchObject({ kind: 'dynamic', count: 2, estimated: false, rules: all(GOLD) })
    expect(await emailsIn(uuid)).toEqual(['ann', 'ben'])
    const listed = await kit.call<Contact[]>('GET', `/api/audience?sort=email&segment_uuid=${uuid}`, { bearer })
    expect(listed.data.map(contact => contact.email)).toEqual(['ann@example.com', 'ben@example.com'])
    await kit.database.pool.query(
      `update contact set merge_fields = merge_fields || '{"plan": "gold"}' where email = 'dee@example.com'`,
    )
    expect((await read(uuid)).count).toBe(3)
    expect(await emailsIn(uuid)).toEqual(['ann', 'ben', 'dee'])
    await change(uuid, { rules: none(GOLD) })
    expect(await emailsIn(uuid)).toEqual(['cem'])
    const list = await kit.call<Segment[]>('GET', `${SEGMENT}?search=Gold`, { bearer })
    expect(list.data[0]).toMatchObject({ uuid, count: 1 })
    expect((await change(uuid, { contact_uuids: [] })).body.errors?.[0]?.field).toBe('contact_uuids')
  })

  test('are counted again in the background when they are listed after a while', async () => {
    const uuid = await created('Watched', all({ ...GOLD, value: 'silver' }))
    await kit.database.pool.query(
      `update contact set merge_fields = merge_fields || '{"plan": "silver"}' where email = 'dee@example.com'`,
    )
    kit.clock.advance(10 * 60_000)
    const list = async () => (await kit.call<Segment[]>('GET', `${SEGMENT}?search=Watched`, { bearer })).data[0]?.count
    await expect.poll(list).toBe(2)
    expect(await emailsIn(uuid)).toEqual(['cem', 'dee'])
  })

  test('are chosen and left out by runs as they are at that moment', async () => {
    const gold = await created('To send to', all(GOLD))
    const ben = await created(
      'To leave out',
      all({ kind: 'field', field: 'email', type: 'text', op: 'starts_with', value: 'Ben' }),
    )
    const audience = { segment_uuids: [gold], exclude_segment_uuids: [ben] }
    const reached = await estimateAudience(kit.database.kysely, {
      applicationId,
      channel: 'email',
      audience,
      now: kit.clock.now(),
    })
    expect(reached.matched).toBe((await emailsIn(gold)).length - 1)
  })

  test('cannot lead in a circle: the chain is named', async () => {
    const first = await created('First', all(GOLD))
    const second = await created('Second', all(within(first)))
    const refused = await change(first, { rules: all(none(within(second))) })
    expect(refused.status).toBe(400)
    expect(refused.body.errors?.[0]).toMatchObject({
      field: 'rules',
      message: 'These segments refer to each other: First → Second → First.',
    })
    expect((await count(all(within(second)), { segment_uuid: first })).status).toBe(400)
    expect((await change(first, { rules: all(within(first.toUpperCase())) })).status).toBe(400)
  })

  describe('that name each other', () => {
    const twice = (uuid: string): RuleGroup => all(within(uuid), within(uuid))
    const large = all(...Array<Rule>(50).fill(GOLD))
    let leaf = ''
    let top = ''
    beforeAll(async () => {
      leaf = await created('Leaf', all(GOLD, GOLD))
      top = leaf
      for (let level = 2; level <= 7; level++) top = await created(`Level ${level}`, twice(top))
    })

    test('are refused before they have more than 500 conditions, each counted as often as it is reached', async () => {
      const { status, body } = await create('Level 8', twice(top))
      expect(status).toBe(400)
      expect(body.message).toBe('Together with the segments they use, these rules exceed 500 conditions.')
    })

    test('keep one that they lead to from growing: the change is refused and names one of them', async () => {
      const { status, body } = await change(leaf, { rules: large })
      expect(status).toBe(400)
      expect(body.errors?.[0]?.field).toBe('rules')
      expect(body.message).toMatch(/^Segment Level \d builds on this one and would become too large\./)
      expect((await read(leaf)).rules).toEqual(all(GOLD, GOLD))
      expect((await change(leaf, { rules: all(GOLD) })).status).toBe(200)
      expect((await read(top)).count).toBe((await read(leaf)).count)
    })

    test('change in turn: two changes at once, of which only one is possible, never both pass', async () => {
      const [below, above] = [await created('Below', all(GOLD)), await created('Above', all(GOLD))]
      const middle = await created('Middle', all(...Array<Rule>(8).fill(within(below))))
      expect((await change(above, { rules: all(...Array<Rule>(2).fill(within(middle))) })).status).toBe(200)
      // Alone each is possible: 2 + 16 + 16 * 25, and 8 + 64 + 64.
      const answers = await Promise.all([
        change(below, { rules: all(...Array<Rule>(25).fill(GOLD)) }),
        change(above, { rules: all(...Array<Rule>(8).fill(within(middle))) }),
      ])
      expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    })

    test('are at most ten in a row', async () => {
      let last = await created('Row 1', all(GOLD))
      for (let level = 2; level <= 10; level++) last = await created(`Row ${level}`, all(within(last)))
      const { status, body } = await create('Row 11', all(within(last)))
      expect([status, body.message]).toEqual([400, 'Segments can build on each other up to 10 levels deep.'])
    })

    test('and became too large some other way stay harmless: lists, counts, pages of contacts and estimates go on', async () => {
      const mine = await kit.withApplication(person)
      await files.importAs(mine, { name: 'a.csv', content: 'email\na@example.com\n' }, 'One')
      const ids = Array.from({ length: 41 }, () => crypto.randomUUID())
      for (const [level, id] of ids.entries()) {
        const next = ids[level + 1]
        await kit.database.pool.query(
          `insert into segment (application_id, segment_id, name, kind, rules, created_by, created_at, updated_at)
           values ($1, $2, $3, 'dynamic', $4, $2, now(), now())`,
          [mine.applicationId, id, `Stored ${level}`, JSON.stringify(next === undefined ? all(GOLD) : twice(next))],
        )
      }
      const asked = { bearer: mine.bearer }
      expect((await kit.call<SegmentDetails>('GET', `${SEGMENT}?segment_uuid=${ids[0]}`, asked)).data).toMatchObject({
        count: 0,
        estimated: true,
      })
      const list = () => kit.call<Segment[]>('GET', `${SEGMENT}?search=Stored&per_page=100`, asked)
      expect((await list()).data).toHaveLength(41)
      await expect.poll(async () => (await list()).data.every(row => row.estimated !== undefined)).toBe(true)
      const refused = await kit.call('GET', `/api/audience?segment_uuid=${ids[0]}`, asked)
      expect(refused.status).toBe(400)
      const [contact] = (await kit.call<Contact[]>('GET', '/api/audience', asked)).data
      expect((await kit.call('GET', `/api/audience/${contact?.uuid}`, asked)).status).toBe(200)
      const audience = { segment_uuids: [ids[0]], exclude_segment_uuids: [] }
      const estimate = await kit.call('POST', '/api/notifications/estimate/email', {
        ...asked,
        body: { audience },
      })
      expect(estimate.status).toBe(400)
    })
  })

  test('that others name are kept until those are gone; drafts are told and keep nothing', async () => {
    const named = await created('Named', all(GOLD))
    const naming = await created('Naming', none(within(named.toUpperCase())))
    await kit.database.pool.query(
      `insert into campaign (application_id, campaign_id, channel, name, status, audience, created_at, updated_at)
       values ($1, gen_random_uuid(), 'email', 'A draft', 'draft', $2, now(), now())`,
      [applicationId, JSON.stringify({ segment_uuids: [named], exclude_segment_uuids: [] })],
    )
    const uses = await kit.call<SegmentUse>('GET', `${SEGMENT}/uses?segment_uuid=${named}`, { bearer })
    expect(uses.data).toMatchObject({
      campaigns: [],
      drafts: [{ name: 'A draft', platform: 'email' }],
      segments: [{ uuid: naming, name: 'Naming' }],
    })
    const remove = (uuid: string) => kit.call<SegmentUse>('DELETE', `${SEGMENT}?segment_uuid=${uuid}`, { bearer })
    const refused = await remove(named)
    expect([refused.status, refused.data.segments[0]?.name]).toEqual([409, 'Naming'])
    expect((await remove(naming)).status).toBe(200)
    expect((await remove(named)).status).toBe(200)
    expect((await kit.call('GET', `${SEGMENT}/uses?segment_uuid=${named}`, { bearer })).status).toBe(404)
  })

  test('and static ones are copied under a free name', async () => {
    const copy = async (segment_uuid: string, name?: string) => {
      const body = { segment_uuid, ...(name !== undefined && { segment_name: name }) }
      const { status, data } = await kit.call<{ segment_uuid: string }>('POST', `${SEGMENT}/duplicate`, {
        bearer,
        body,
      })
      return status === 201 ? read(data.segment_uuid) : status
    }
    const dynamic = await created('Original', all(GOLD))
    expect(await copy(dynamic)).toMatchObject({ name: 'Original copy', kind: 'dynamic', rules: all(GOLD) })
    expect(await copy(dynamic)).toMatchObject({ name: 'Original copy 2' })
    const imported = (await kit.call<Segment[]>('GET', `${SEGMENT}?search=Imported`, { bearer })).data[0]?.uuid ?? ''
    expect(await copy(imported, 'Mine')).toMatchObject({ name: 'Mine', kind: 'static', count: 4, rules: null })
    expect(await copy(imported, 'mine')).toBe(400)
    expect(await copy(crypto.randomUUID())).toBe(404)
  })

  test('are of one application only', async () => {
    const uuid = await created('Private', all(GOLD))
    expect((await create('Theirs', all(within(uuid)), other)).status).toBe(400)
    const there = await kit.call('GET', `${SEGMENT}/uses?segment_uuid=${uuid}`, { bearer: other.bearer })
    expect(there.status).toBe(404)
  })
})

describe('the reach of rules', async () => {
  const mine = await kit.withApplication(person)

  test('is told for each channel, with the reasons of those whom it does not reach', async () => {
    const content = 'email,phone_number\nann@example.com,+34600000001\nben@example.com,+34600000001\ncem@example.com,\n'
    await files.importAs(mine, { name: 'people.csv', content }, 'People')
    await kit.database.pool.query(
      `insert into consent (application_id, contact_id, channel, status, source, since)
       select application_id, contact_id, 'email', 'unsubscribed', 'link', now() from contact
       where application_id = $1 and email = 'ann@example.com'`,
      [mine.applicationId],
    )
    const rules = all({ kind: 'field', field: 'email', type: 'text', op: 'is_not', value: 'nobody@example.com' })
    const reach = (who: typeof mine, of: RuleGroup = rules) =>
      kit.call<SegmentReach>('POST', `${SEGMENT}/reach`, { bearer: who.bearer, body: { rules: of } })
    expect((await reach(mine)).data.channels).toEqual({
      email: { reachable: 2, skipped: { unsubscribed: 1 } },
      sms: { reachable: 1, skipped: { duplicate_address: 1, no_address: 1 } },
      whatsapp: { reachable: 1, skipped: { duplicate_address: 1, no_address: 1 } },
      webpush: { reachable: 0, skipped: { no_address: 3 } },
      mobilepush: { reachable: 0, skipped: { no_address: 3 } },
    })
    const one = all({ kind: 'field', field: 'email', type: 'text', op: 'is', value: 'cem@example.com' })
    expect((await reach(mine, one)).data.channels.email).toEqual({ reachable: 1, skipped: {} })
    expect((await reach(other)).data.channels.email).toEqual({ reachable: 0, skipped: {} })
  })
})

describe('values to choose from', async () => {
  const mine = await kit.withApplication(person)
  const suggested = (query: string, who = mine) =>
    kit.call<SegmentValues>('GET', `${SEGMENT}/values?${query}`, { bearer: who.bearer })
  const values = async (query: string) =>
    (await suggested(query)).data.values.map(({ value, contacts }) => `${value} ${contacts}`)

  beforeAll(async () => {
    const content = `email,plan,points,country
ann@example.com,Gold,10,IN
ben@example.com,gold,25,India
cem@example.com,silver,30,Indonesia
dee@example.com,,,FR
`
    await files.importAs(mine, { name: 'people.csv', content }, 'People')
    // As someone wrote it who did not ask us.
    await kit.database.pool.query(
      `update contact set country = 'India' where application_id = $1 and email = 'ben@example.com'`,
      [mine.applicationId],
    )
  })

  test('are those that contacts have, most frequent first, whatever their case, and begin as was typed', async () => {
    const plans = await values('field=plan')
    expect(plans.map(each => each.toLowerCase())).toEqual(['gold 2', 'silver 1'])
    expect(await values('field=plan&prefix=SI')).toEqual(['silver 1'])
    expect(await values('field=plan&prefix=%25')).toEqual([])
    expect(await values('field=points')).toEqual(['10 1', '25 1', '30 1'])
    expect(await values('field=nothing')).toEqual([])
  })

  test('of addresses are found by how they begin alone', async () => {
    expect(await values('field=email')).toEqual([])
    expect(await values('field=email&prefix=Be')).toEqual(['ben@example.com 1'])
  })

  test('are of the own application and of text fields', async () => {
    expect((await suggested('field=plan', other)).data.values).toEqual([])
    const refused = await suggested('field=is_test')
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'field'])
  })

  test('are countries by code or name in any of our languages, and rules take them alike', async () => {
    const found = async (prefix: string) => values(`field=country&prefix=${encodeURIComponent(prefix)}`)
    expect(await found('')).toEqual(['IN 2', 'FR 1', 'ID 1'])
    for (const typed of ['india', 'in', 'भारत']) expect((await found(typed))[0]).toBe('IN 2')
    expect(await found('fran')).toEqual(['FR 1'])
    const chosen = async (op: 'is' | 'is_not' | 'starts_with', value: string) => {
      const body = { rules: all({ kind: 'field', field: 'country', type: 'text', op, value }) }
      return (await kit.call<SegmentCount>('POST', `${SEGMENT}/count`, { bearer: mine.bearer, body })).data.count
    }
    for (const value of ['India', 'IN', 'in', 'INDE', 'भारत']) expect(await chosen('is', value)).toBe(2)
    expect(await chosen('is_not', 'India')).toBe(2)
    expect(await chosen('starts_with', 'Indo')).toBe(1)
    expect(await chosen('is', 'Atlantis')).toBe(0)
    const rule: Rule = { kind: 'field', field: 'country', type: 'text', op: 'is', value: 'India' }
    const { data } = await create('Indians', all(rule), mine)
    const address = `${SEGMENT}?segment_uuid=${data.segment_uuid}`
    const saved = await kit.call<SegmentDetails>('GET', address, { bearer: mine.bearer })
    expect(saved.data).toMatchObject({ count: 2, rules: { rules: [{ value: 'IN' }] } })
  })
})

describe('merge fields of another type', () => {
  test('are read from the contacts until their new column is filled', async () => {
    const mine = await kit.withApplication(person)
    const fields = async () =>
      (await kit.call<MergeField[]>('GET', '/api/audience/merge-fields', { bearer: mine.bearer })).data
    const rules = all({ kind: 'field', field: 'code', type: 'text', op: 'starts_with', value: '1' })
    const counted = async () => {
      const options = { bearer: mine.bearer, body: { rules } }
      return (await kit.call<SegmentCount>('POST', `${SEGMENT}/count`, options)).data.count
    }
    const ready = async () =>
      (
        await kit.database.pool.query<{ ready: boolean }>(
          `select slot_ready as ready from merge_field where application_id = $1 and name = 'code'`,
          [mine.applicationId],
        )
      ).rows[0]?.ready
    await files.importAs(
      mine,
      { name: 'a.csv', content: 'email,code\na@example.com,12\nb@example.com,25\n' },
      'Numbers',
    )
    expect([await ready(), await counted()]).toEqual([true, 1])
    await files.importAs(mine, { name: 'b.csv', content: 'email,code\nc@example.com,1x\nd@example.com,0\n' }, 'Words')
    expect(await counted()).toBe(2)
    expect((await fields()).find(field => field.name === 'code')).toMatchObject({ type: 'text', filled: 4 })
    await expect.poll(ready).toBe(true)
    expect(await counted()).toBe(2)
  })
})

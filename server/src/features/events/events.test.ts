import type { Contact } from '@notifly/contracts/contacts/audience'
import type { ContactEvent, EventName, EventProperty, EventResult } from '@notifly/contracts/events/events'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { newProgram } from '../../testing/programs.ts'
import { ensureEventMonths } from '../../people/events/upkeep.ts'

const kit = await testApp()
const { database } = kit
const person = await kit.signUpAndIn()

beforeAll(() => ensureEventMonths(database, kit.clock.now(), kit.deps.config.eventDays))

/** An application with a key for events, and the contacts `ana` and `bo`. */
async function newShop() {
  const owner = await kit.withApplication(person)
  const { applicationId, bearer } = owner
  const program = await newProgram(kit, owner, ['contacts:write', 'events:write'])
  const contact = async (id: string) =>
    (await program.call<Contact>('PUT', `/api/v1/contacts/${id}`, { email: `${id}@example.com` })).data.uuid
  const [ana, bo] = [await contact('ana'), await contact('bo')]
  return {
    owner,
    program,
    ana,
    bo,
    send: (event: object) => program.call<{ result: string }>('POST', '/api/v1/events', event),
    sendAll: (events: unknown) => program.call<EventResult[]>('POST', '/api/v1/events/batch', { events }),
    names: (query = '') => kit.call<EventName[]>('GET', `/api/events?${query}`, { bearer }),
    read: (name: string) =>
      kit.call<EventName & { looked_at: number; properties: EventProperty[] }>(
        'GET',
        `/api/events/${encodeURIComponent(name)}`,
        { bearer },
      ),
    of: (uuid: string, query = '') =>
      kit.call<ContactEvent[]>('GET', `/api/audience/${uuid}/events?${query}`, { bearer }),
    stored: async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        'select count(*)::int as n from contact_event where application_id = $1',
        [applicationId],
      )
      return rows[0]?.n
    },
  }
}

/** Epoch seconds so many seconds from now. */
const secondsFromNow = (seconds: number): number => Math.floor(kit.clock.now().getTime() / 1000) + seconds
const DAY = 86_400

describe('an event', () => {
  test('is stored of the contact that it names, by the owner’s id or by ours, with the moment that it says', async () => {
    const { ana, send, of } = await newShop()
    const at = secondsFromNow(-3600)
    const sent = await send({
      external_user_id: 'ana',
      name: 'order_completed',
      occurred_at: at,
      properties: { total: 3 },
    })
    expect([sent.status, sent.data]).toEqual([202, { result: 'accepted' }])
    const moment = new Date((at + 60) * 1000).toISOString().replace('Z', '+00:00')
    expect((await send({ contact_uuid: ana.toUpperCase(), name: 'cart.viewed', occurred_at: moment })).status).toBe(202)
    expect((await send({ external_user_id: 'ana', name: 'signed in' })).status).toBe(202)
    const { data, headers } = await of(ana)
    expect(headers['x-notifly-total-count']).toBe('3')
    expect(data.map(({ name, properties }) => [name, properties])).toEqual([
      ['signed in', {}],
      ['cart.viewed', {}],
      ['order_completed', { total: 3 }],
    ])
    expect(data.map(event => event.occurred_on).slice(1)).toEqual([at + 60, at])
    expect((await of(ana, 'name=cart.viewed')).data).toMatchObject([{ name: 'cart.viewed' }])
    expect((await of(ana, 'per_page=1&page=3')).data).toMatchObject([{ name: 'order_completed' }])
  })

  test('keeps values as they are: texts, numbers to 15 digits, yes and no; what is empty is left out', async () => {
    const { ana, send, of } = await newShop()
    const properties = {
      sum: 0.1 + 0.2,
      tiny: 1e-7,
      low: -12.5,
      code: '007',
      vip: true,
      none: null,
      unsaid: '',
      día: '2026-01-31',
    }
    expect((await send({ external_user_id: 'ana', name: 'a', properties })).status).toBe(202)
    expect((await of(ana)).data[0]?.properties).toEqual({
      sum: 0.3,
      tiny: 1e-7,
      low: -12.5,
      code: '007',
      vip: true,
      día: '2026-01-31',
    })
  })

  const good = { external_user_id: 'ana', name: 'a' }
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, no) => [`p${no}`, no]))
  const large = Object.fromEntries(Array.from({ length: 20 }, (_, no) => [`p${no}`, 'x'.repeat(1000)]))
  test.each<[what: string, event: object, field: string, key: string]>([
    ['no contact', { name: 'a' }, 'external_user_id', 'events.oneContact'],
    ['two contacts', { ...good, contact_uuid: crypto.randomUUID() }, 'external_user_id', 'events.oneContact'],
    ['an empty contact', { ...good, external_user_id: ' ' }, 'external_user_id', 'fields.required'],
    ['no uuid', { name: 'a', contact_uuid: 'ana' }, 'contact_uuid', 'fields.format'],
    ['no name', { external_user_id: 'ana' }, 'name', 'fields.required'],
    ['an empty name', { ...good, name: '' }, 'name', 'events.name'],
    ['a long name', { ...good, name: 'a'.repeat(101) }, 'name', 'fields.maxLength'],
    ['a name with a blank at its end', { ...good, name: 'a ' }, 'name', 'events.name'],
    ['a name with two blanks', { ...good, name: 'a  b' }, 'name', 'events.name'],
    ['a name of other letters', { ...good, name: 'заказ' }, 'name', 'events.name'],
    ['a name that is markup', { ...good, name: '<b>a</b>' }, 'name', 'events.name'],
    ['a list', { ...good, properties: { items: [1] } }, 'properties.items', 'events.value'],
    ['an object', { ...good, properties: { item: { id: 1 } } }, 'properties.item', 'events.value'],
    ['a long value', { ...good, properties: { a: 'x'.repeat(1001) } }, 'properties.a', 'fields.maxLength'],
    ['a huge number', { ...good, properties: { a: 1e15 } }, 'properties.a', 'events.number'],
    ['too many properties', { ...good, properties: many }, 'properties', 'events.properties'],
    ['too much in all', { ...good, properties: large }, 'properties', 'events.size'],
    [
      'a name of two words',
      { ...good, properties: { 'Order total': 1 } },
      'properties.Order total',
      'events.propertyName',
    ],
    ['a name of a digit', { ...good, properties: { '1a': 1 } }, 'properties.1a', 'events.propertyName'],
    ['no name of a property', { ...good, properties: { '': 1 } }, 'properties.', 'events.propertyName'],
    ['a word of templates', { ...good, properties: { nil: 1 } }, 'properties.nil', 'events.propertyName'],
    ['a day', { ...good, occurred_at: '2026-01-31' }, 'occurred_at', 'events.moment'],
    ['a moment without an offset', { ...good, occurred_at: '2026-01-31T10:00:00' }, 'occurred_at', 'events.moment'],
    ['a day that is none', { ...good, occurred_at: '2026-13-31T10:00:00Z' }, 'occurred_at', 'events.moment'],
    ['no moment', { ...good, occurred_at: true }, 'occurred_at', 'events.moment'],
    ['a number beyond all moments', { ...good, occurred_at: 1e300 }, 'occurred_at', 'events.moment'],
    ['milliseconds', { ...good, occurred_at: 1_800_000_000_000 }, 'occurred_at', 'events.future'],
    ['a moment to come', { ...good, occurred_at: secondsFromNow(600) }, 'occurred_at', 'events.future'],
    ['a moment long past', { ...good, occurred_at: secondsFromNow(-401 * DAY) }, 'occurred_at', 'events.tooOld'],
    ['an empty id', { ...good, id: '' }, 'id', 'events.id'],
    ['a long id', { ...good, id: 'a'.repeat(256) }, 'id', 'events.id'],
    ['an id with a line break', { ...good, id: 'a\nb' }, 'id', 'events.id'],
    ['a number as id', { ...good, id: 7 }, 'id', 'events.id'],
  ])('with %s is refused at its field', async (_what, event, field, key) => {
    const { send, sendAll, stored } = await shop
    const one = await send(event)
    expect([one.status, one.body.errors?.map(error => [error.field, error.key])]).toEqual([400, [[field, key]]])
    const { data } = await sendAll([event])
    expect(data).toMatchObject([{ result: 'refused', error: { errors: [{ field, key }] } }])
    expect(await stored()).toBe(0)
  })
  const shop = newShop()

  test('of an unknown contact is refused, and nothing of it is kept', async () => {
    const { send, sendAll, stored, names } = await newShop()
    const byOwn = await send({ external_user_id: 'cy', name: 'a', id: '1' })
    expect([byOwn.status, byOwn.body.key, byOwn.body.errors]).toMatchObject([
      404,
      'contacts.noExternalId',
      [{ field: 'external_user_id' }],
    ])
    const byOurs = await send({ contact_uuid: crypto.randomUUID(), name: 'a', id: '1' })
    expect([byOurs.status, byOurs.body.key]).toEqual([404, 'events.noContact'])
    const { data } = await sendAll([
      { external_user_id: 'cy', name: 'a', id: '1' },
      { external_user_id: 'ana', name: 'b', id: '1' },
    ])
    expect(data).toMatchObject([{ result: 'refused', error: { key: 'contacts.noExternalId' } }, { result: 'accepted' }])
    expect([await stored(), (await names()).data.map(({ name }) => name)]).toEqual([1, ['b']])
  })

  test('is refused whole where a text cannot be stored, and a body is no event', async () => {
    const { send, sendAll } = await newShop()
    const nul = await send({ external_user_id: 'ana', name: 'a', properties: { a: 'x\0' } })
    expect([nul.status, nul.body.errors]).toMatchObject([400, [{ field: 'properties.a', key: 'errors.character' }]])
    const { data } = await sendAll([null, 'a', [], 7, { external_user_id: 'ana', name: 'a' }])
    expect(data.map(({ result }) => result)).toEqual(['refused', 'refused', 'refused', 'refused', 'accepted'])
    expect((await sendAll([])).status).toBe(400)
    const beyond = await sendAll(Array.from({ length: 1001 }, () => ({})))
    expect([beyond.status, beyond.body.errors]).toMatchObject([400, [{ field: 'events', key: 'events.batch' }]])
  })
})

describe('an id', () => {
  const event = { external_user_id: 'ana', name: 'order', id: 'order 1/ä' }

  test('makes the same event once, whatever its moment is, alone and in a batch', async () => {
    const { send, sendAll, stored } = await newShop()
    const results = [
      await send({ ...event, occurred_at: secondsFromNow(-40 * DAY) }),
      await send(event),
      await send({ ...event, external_user_id: 'bo' }),
    ]
    expect(results.map(({ data }) => data.result)).toEqual(['accepted', 'duplicate', 'duplicate'])
    const { data } = await sendAll([event, { ...event, id: '2' }, { ...event, id: '2' }, { ...event, id: undefined }])
    expect(data).toEqual([
      { id: event.id, result: 'duplicate' },
      { id: '2', result: 'accepted' },
      { id: '2', result: 'duplicate' },
      { id: null, result: 'accepted' },
    ])
    expect(await stored()).toBe(3)
  })

  test('that comes many times at once is stored once, also by batches in another order', async () => {
    const { send, sendAll, stored } = await newShop()
    const singles = await Promise.all(Array.from({ length: 8 }, () => send(event)))
    expect(singles.filter(({ data }) => data.result === 'accepted')).toHaveLength(1)
    const ids = Array.from({ length: 50 }, (_, no) => ({ ...event, id: `batch ${no}` }))
    const batches = await Promise.all([ids, ids.toReversed(), ids, ids.toReversed()].map(sendAll))
    expect(batches.flatMap(({ data }) => data).filter(({ result }) => result === 'accepted')).toHaveLength(50)
    expect(await stored()).toBe(51)
  })

  test('belongs to its application', async () => {
    const [mine, other] = [await newShop(), await newShop()]
    const results = [await mine.send(event), await other.send(event)]
    expect(results.map(({ data }) => data.result)).toEqual(['accepted', 'accepted'])
  })
})

test('a batch takes each event by itself, and a thousand of them whole, in several statements', async () => {
  const { ana, sendAll, stored, of, names } = await newShop()
  const mixed = await sendAll([
    { external_user_id: 'ana', name: 'a', id: 'x' },
    { external_user_id: 'ana', name: 'a!' },
    { external_user_id: 'nobody', name: 'a' },
    { external_user_id: 'bo', name: 'a', properties: { deep: { er: 1 }, 'B a d': 1 } },
    { external_user_id: 'bo', name: 'a', id: 'x' },
    { contact_uuid: ana, name: 'b' },
  ])
  expect([mixed.status, mixed.data.map(({ result }) => result)]).toEqual([
    202,
    ['accepted', 'refused', 'refused', 'refused', 'duplicate', 'accepted'],
  ])
  const thousand = Array.from({ length: 1000 }, (_, no) => ({
    external_user_id: no % 2 ? 'ana' : 'bo',
    name: `event ${no % 7}`,
    id: `id ${no}`,
    properties: { no, city: 'Vigo', note: 'x'.repeat(1000) },
  }))
  const { data } = await sendAll(thousand)
  expect(data.filter(({ result }) => result === 'accepted')).toHaveLength(1000)
  expect([await stored(), (await of(ana)).headers['x-notifly-total-count']]).toEqual([1002, '502'])
  expect((await names()).data.reduce((sum, { count }) => sum + count, 0)).toBe(1002)
})

describe('the catalogue', () => {
  test('lists names with counts of thirty days, first and last seen; searched, sorted and by pages', async () => {
    const { sendAll, names } = await newShop()
    const at = (days: number) => secondsFromNow(-days * DAY)
    await sendAll([
      { external_user_id: 'ana', name: 'Order_paid', occurred_at: at(60) },
      { external_user_id: 'ana', name: 'Order_paid', occurred_at: at(1) },
      { external_user_id: 'bo', name: 'Order_paid', occurred_at: at(2) },
      { external_user_id: 'bo', name: 'visit', occurred_at: at(3) },
      { external_user_id: 'bo', name: 'old', occurred_at: at(90) },
    ])
    const { data, headers } = await names()
    expect(headers['x-notifly-total-count']).toBe('3')
    expect(data).toEqual([
      { name: 'Order_paid', count: 2, first_seen_on: at(60), last_seen_on: at(1) },
      { name: 'visit', count: 1, first_seen_on: at(3), last_seen_on: at(3) },
      { name: 'old', count: 0, first_seen_on: at(90), last_seen_on: at(90) },
    ])
    const of = async (query: string) => (await names(query)).data.map(({ name }) => name)
    expect(await of('search=order_P')).toEqual(['Order_paid'])
    expect(await of('search=%25')).toEqual([])
    expect(await of('sort=name')).toEqual(['old', 'Order_paid', 'visit'])
    expect(await of('sort=-last_seen_on&per_page=1&page=2')).toEqual(['visit'])
    const beyond = await names('page=9')
    expect([beyond.data, beyond.headers['x-notifly-total-count']]).toEqual([[], '3'])
  })

  test('knows of each property its type, how often it is there, and frequent values', async () => {
    const { send, sendAll, read } = await newShop()
    const event = (properties: object) => ({ external_user_id: 'ana', name: 'order', properties })
    await sendAll([
      event({ total: 20, city: 'Vigo', day: '2026-01-31', gift: true, mixed: 1 }),
      event({ total: '19.90', city: 'Vigo', day: '2026-02-01T10:00:00Z', gift: 'no', mixed: 'x' }),
      event({ city: 'Lugo' }),
    ])
    await send(event({ total: 'free' }))
    await send(event({ total: 5 }))
    const { data } = await read('order')
    expect(data).toMatchObject({ name: 'order', count: 5, looked_at: 5 })
    expect(data.properties.map(({ name, type, count }) => [name, type, count])).toEqual([
      ['city', 'text', 3],
      ['day', 'date', 2],
      ['gift', 'boolean', 2],
      ['mixed', 'text', 2],
      ['total', 'text', 4],
    ])
    expect(data.properties[0]?.examples).toEqual([
      { value: 'Vigo', count: 2 },
      { value: 'Lugo', count: 1 },
    ])
    await sendAll(Array.from({ length: 12 }, (_, no) => event({ city: `City ${no}` })))
    expect((await read('order')).data.properties[0]?.examples).toHaveLength(10)
    expect([(await read('Order')).status, (await read("x' or 1")).status]).toEqual([404, 404])
    await send({ external_user_id: 'ana', name: 'bare' })
    expect((await read('bare')).data).toMatchObject({ looked_at: 1, properties: [] })
  })

  test('grows by as much as many programs send at once, each name once', async () => {
    const { send, names } = await newShop()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, no) =>
        send({ external_user_id: 'ana', name: `n${no % 3}`, properties: { [`p${no % 2}`]: no % 2 ? 'x' : no } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 202))
    expect((await names('sort=name')).data.map(({ name, count }) => [name, count])).toEqual([
      ['n0', 4],
      ['n1', 4],
      ['n2', 4],
    ])
  })
})

describe('a person', () => {
  test('takes the events along, deleted or erased, and counts follow', async () => {
    const { owner, program, ana, bo, sendAll, names, stored, of } = await newShop()
    await sendAll([
      { external_user_id: 'ana', name: 'a' },
      { external_user_id: 'ana', name: 'a' },
      { external_user_id: 'bo', name: 'a' },
    ])
    expect((await program.call('DELETE', '/api/v1/contacts/ana')).status).toBe(200)
    expect([await stored(), (await of(ana)).status, (await names()).data[0]?.count]).toEqual([1, 404, 1])
    expect((await kit.call('DELETE', `/api/audience/${bo}`, { bearer: owner.bearer })).status).toBe(200)
    expect([await stored(), (await names()).data]).toMatchObject([0, [{ name: 'a', count: 0 }]])
  })

  test('has them in the export', async () => {
    const { owner, ana, send } = await newShop()
    const at = secondsFromNow(-60)
    await send({ external_user_id: 'ana', name: 'a', properties: { b: 1 }, occurred_at: at })
    const { data } = await kit.call('POST', `/api/audience/${ana}/export`, { bearer: owner.bearer })
    expect(data).toMatchObject({ events: [{ name: 'a', properties: { b: 1 }, at: new Date(at * 1000).toISOString() }] })
  })

  test('who is erased while events come in leaves none behind', async () => {
    const { program, sendAll, stored } = await newShop()
    const batch = Array.from({ length: 200 }, () => ({ external_user_id: 'ana', name: 'a' }))
    const sent = Array.from({ length: 6 }, () => sendAll(batch))
    const erased = await program.call('DELETE', '/api/v1/contacts/ana')
    const results = (await Promise.all(sent)).flatMap(({ data }) => data.map(({ result }) => result))
    expect([erased.status, await stored()]).toEqual([200, 0])
    expect(results.filter(result => result === 'duplicate')).toEqual([])
  })
})

test('a key reaches no other application, and needs the scope', async () => {
  const [mine, other] = [await newShop(), await newShop()]
  await mine.send({ external_user_id: 'ana', name: 'secret_order', properties: { city: 'Vigo' } })
  const foreign = await other.send({ contact_uuid: mine.ana, name: 'a' })
  expect([foreign.status, foreign.body.key]).toEqual([404, 'events.noContact'])
  expect([(await other.of(mine.ana)).status, (await other.read('secret_order')).status]).toEqual([404, 404])
  expect((await other.names()).data).toEqual([])
  const reader = await newProgram(kit, mine.owner, ['contacts:write'])
  const event = { external_user_id: 'ana', name: 'a' }
  const refused = [
    await reader.call('POST', '/api/v1/events', event),
    await reader.call('POST', '/api/v1/events/batch', { events: [event] }),
  ]
  expect(refused.map(({ status, body }) => [status, body.key])).toEqual([
    [403, 'apiKeys.scopeNeeded'],
    [403, 'apiKeys.scopeNeeded'],
  ])
  expect(await mine.stored()).toBe(1)
})

import { expect, test } from 'vitest'
import { EVENT, ENGAGEMENT } from '../../engine/states.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { hookedApp, type Shop } from '../../testing/channels/hooked-app.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'
import { commandOf } from './inbound.ts'

const { kit, heard, newShop, call, reports, settled } = await hookedApp()

const PHONE = '+919812345678'

async function withPhone({ applicationId }: Shop, phone = PHONE): Promise<string> {
  const contactId = uuidv7()
  await kit.database.pool.query(
    `insert into contact (application_id, contact_id, email, email_key, phone_number, added_at, changed_at)
     values ($1, $2, $3, $3, $4, now(), now())`,
    [applicationId, contactId, `${contactId}@example.test`, phone],
  )
  return contactId
}

const standing = async ({ applicationId }: Shop) => {
  const consents = await kit.database.pool.query<{ status: string; source: string }>(
    `select status, source from consent where application_id = $1 and channel = 'sms' order by contact_id`,
    [applicationId],
  )
  const suppressions = await kit.database.pool.query<{ address_key: string; reason: string }>(
    `select address_key, reason from suppression where application_id = $1 and channel = 'sms'`,
    [applicationId],
  )
  return { consents: consents.rows.map(row => row.status), suppressed: suppressions.rows.map(row => row.address_key) }
}

let letters = 0
async function write(shop: Shop, text: string, minute: number, from = '919812345678') {
  const before = (await reports(shop)).length
  const at = new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString()
  await call(shop, { inbound: [{ key: `letter ${letters++}`, from, text, at }] })
  await settled(shop, before + 1)
}

test.each(['STOP', ' stop. ', 'Unsubscribe', 'Arrêt', 'BAJA', 'रोकें'])(
  '"%s" takes everybody with that number out of the channel, START brings them back',
  async text => {
    const shop = await newShop()
    const neighbour = await newShop()
    for (const each of [shop, shop, neighbour]) await withPhone(each)
    await write(shop, text, 1)
    expect(await standing(shop)).toEqual({ consents: ['unsubscribed', 'unsubscribed'], suppressed: [PHONE] })
    expect(await standing(neighbour)).toEqual({ consents: [], suppressed: [] })
    await write(shop, 'Start', 2)
    expect(await standing(shop)).toEqual({ consents: ['subscribed', 'subscribed'], suppressed: [] })
    const { rows } = await kit.database.pool.query(
      'select status, source from consent_change where application_id = $1 order by at, contact_id',
      [shop.applicationId],
    )
    expect(rows.map(row => `${row.status} ${row.source}`)).toEqual([
      'unsubscribed reply',
      'unsubscribed reply',
      'subscribed reply',
      'subscribed reply',
    ])
  },
)

test('START brings nobody back who left in another way, and an older STOP does not outweigh it', async () => {
  const shop = await newShop()
  const contactId = await withPhone(shop)
  await kit.database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     values ($1, $2, 'sms', 'unsubscribed', 'dashboard', '2026-01-01')`,
    [shop.applicationId, contactId],
  )
  await kit.database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'sms', $2, 'unsubscribe', '2026-01-01')`,
    [shop.applicationId, PHONE],
  )
  await write(shop, 'STOP', 1)
  await write(shop, 'YES', 2)
  expect(await standing(shop)).toEqual({ consents: ['unsubscribed'], suppressed: [PHONE] })
  const other = await newShop()
  await withPhone(other)
  await write(other, 'START', 5)
  await write(other, 'STOP', 4)
  expect(await standing(other)).toEqual({ consents: ['subscribed'], suppressed: [] })
})

test('STOP counts in the run whose message it answers, and is written down once', async () => {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, { contacts: 2 })
  const query = (text: string, ...values: unknown[]) => kit.database.pool.query(text, values)
  await query("update run set channel = 'sms' where run_id = any ($1)", [runId])
  await query(
    `update contact set phone_number = $2 where contact_id in (select contact_id from delivery where run_id = any ($1) and seq = 1)`,
    [runId],
    PHONE,
  )
  const sentAt = 'update delivery set address = $2, sent_at = $3 where run_id = $1 and seq = 1'
  await query(sentAt, runId, PHONE, '2026-01-05T10:00:00Z')
  await write(shop, 'STOP', 5)
  await write(shop, 'STOP', 6)
  const { rows: events } = await query(
    'select seq, detail from event where run_id = any ($1) and kind = $2 order by at',
    [runId],
    EVENT.unsubscribed,
  )
  expect(events).toEqual(Array(2).fill({ seq: 1, detail: { way: 'reply' } }))
  const { rows: counters } = await query(
    'select run_id, n::int from run_counter where run_id = any ($1) and state = $2',
    [runId],
    ENGAGEMENT.unsubscribed,
  )
  expect(counters).toEqual([{ run_id: runId, n: 1 }])
  const { rows: changes } = await query(
    'select source, status from consent_change where application_id = $1',
    shop.applicationId,
  )
  expect(changes).toEqual([{ source: 'reply', status: 'unsubscribed' }])
  expect((await standing(shop)).suppressed).toEqual([PHONE])
})

test('a STOP long after the last message answers none', async () => {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, { contacts: 1 })
  const contactId = await withPhone(shop)
  const query = (text: string, ...values: unknown[]) => kit.database.pool.query(text, values)
  await query("update run set channel = 'sms' where run_id = $1", runId)
  await query(
    "update delivery set contact_id = $2, address = $3, sent_at = '2025-12-01' where run_id = $1",
    runId,
    contactId,
    PHONE,
  )
  await write(shop, 'STOP', 1)
  expect((await query('select from event where run_id = $1', runId)).rows).toEqual([])
  expect(await standing(shop)).toEqual({ consents: ['unsubscribed'], suppressed: [PHONE] })
})

test('a number of nobody is remembered; a letter is only heard', async () => {
  const shop = await newShop()
  await write(shop, 'STOP', 1, '+447700900123')
  expect(await standing(shop)).toEqual({ consents: [], suppressed: ['+447700900123'] })
  const contactId = await withPhone(shop)
  await write(shop, 'Please stop sending me blue ones', 2)
  expect((await standing(shop)).consents).toEqual([])
  expect(heard.at(-1)).toMatchObject({
    applicationId: shop.applicationId,
    channel: 'sms',
    contactIds: [contactId],
    message: { text: 'Please stop sending me blue ones' },
  })
})

test('in a conversation only typed orders count, and of buttons those whose label can mean nothing else', () => {
  const typed = (text: string) => commandOf({ text }, 'whatsapp')
  expect(['Stop', 'unsubscribe', 'Arrêt', 'रोकें'].map(typed)).toEqual(Array(4).fill('unsubscribed'))
  expect(['start', 'शुरू'].map(typed)).toEqual(Array(2).fill('subscribed'))
  expect(['Cancel', 'END', 'quit', 'Yes', 'Oui', 'Sí', 'हाँ'].map(typed)).toEqual(Array(7).fill(null))
  expect(['Cancel', 'Yes'].map(text => commandOf({ text }, 'sms'))).toEqual(['unsubscribed', 'subscribed'])

  const pressed = (text: string) => commandOf({ text, isButton: true }, 'whatsapp')
  expect(['STOP', 'Stop promotions', 'Unsubscribe'].map(pressed)).toEqual(Array(3).fill('unsubscribed'))
  expect(['Cancel', 'Start', 'Yes', 'Stop the delivery', 'Pare'].map(pressed)).toEqual(Array(5).fill(null))
})

test('a text of any length and of nothing but signs is read at once', () => {
  const signs = ' .'.repeat(500_000)
  for (const text of [`${signs}STOP${signs}`, `a${signs}b`, signs]) {
    expect(commandOf({ text }, 'sms')).toBeNull()
  }
  expect(commandOf({ text: ' .'.repeat(40) + 'STOP' + '! '.repeat(40) }, 'sms')).toBe('unsubscribed')
})

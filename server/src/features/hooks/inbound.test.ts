import { expect, test } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { hookedApp, type Shop } from '../../testing/hooked-app.ts'

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

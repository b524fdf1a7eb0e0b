import { afterEach, expect, test } from 'vitest'
import { TRIGGERS_TO_FOLLOW } from '../../db/distribution/spread.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { createSecrets } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { storeChoices } from '../consent/by-message.ts'
import { changeByHand, unsubscribeMany } from '../consent/by-hand.ts'
import { changeByReply } from '../consent/by-reply.ts'
import { noteFields, setTextType } from '../fields/fields.ts'
import { insertField, movePart, moveValues, removeValues } from '../fields/values.ts'
import { stopSendingTo } from '../suppressions/of-deliveries.ts'
import { insertSuppressions } from '../suppressions/suppressions.ts'
import { changeContacts, createContacts, deleteContacts, eraseContact } from './contacts.ts'
import { updateFromStaged, writeStaged } from './staged-contacts.ts'
import { addVisitor, identifyVisitor } from './visitors.ts'

const database = await testDatabase()
const { pool, kysely: db } = database
const secrets = createSecrets('a secret of this test, long enough')
const now = new Date()
const writer = { db, secrets, now }
await ensureLeaves(database, now)

afterEach(async () => {
  await pool.query('truncate import_row')
})

/** A day in the life of an audience, by every way in which people/ writes it. Returns what followed. */
async function lives(): Promise<unknown> {
  const applicationId = await addApplication()
  const ids = Array.from({ length: 8 }, () => uuidv7(now))
  const [ann = '', bob = '', cid = '', dan = '', eve = '', fay = '', gil = '', hal = ''] = ids
  const contact = (contactId: string, name: string, mergeFields: Record<string, string> = {}) => ({
    contactId,
    values: { email: `${name}@example.com`, external_user_id: name, is_test: false },
    mergeFields,
  })
  const field = (name: string, type: string) => ({ name, type, sample: null })
  await noteFields(db, applicationId, [field('color', 'text'), field('age', 'number'), field('since', 'date')], now)
  await createContacts(writer, applicationId, [
    contact(ann, 'ann', { color: 'Red', age: '31' }),
    contact(bob, 'bob', { color: 'blue', since: '2024-02-29' }),
    contact(cid, 'cid'),
  ])
  await noteFields(db, applicationId, [field('age', 'text'), field('size', 'number'), field('vip', 'boolean')], now)
  await changeContacts(writer, applicationId, [
    { contactId: ann, values: { phone_number: '+14155550001', country: 'US' }, merge: { color: null, size: '12' } },
    { contactId: bob, values: { email: null }, merge: { vip: 'yes' } },
  ])
  await stage(applicationId, [
    { id: ann, name: 'ann', fields: { age: '32' }, isNew: false },
    { id: dan, name: 'dan', fields: { color: 'green' }, isNew: true },
    { id: eve, name: 'eve', fields: {}, isNew: true },
    { id: cid, name: 'cid', fields: {}, isNew: false },
  ])
  await stage(applicationId, [{ id: dan, name: 'dan', fields: { size: '7' }, isNew: false }], 'update')
  await insertField(db, { applicationId, name: 'colour' }, { type: 'text', sample: null }, now)
  await moveValues(db, { applicationId, name: 'color' }, 'colour', now)
  await setTextType(db, { applicationId, name: 'size' })
  await movePart(db, { applicationId, name: 'size' }, { into: 'age', after: null, contacts: 100, now })
  await removeValues(db, { applicationId, name: 'vip' }, now)
  await createContacts(writer, applicationId, [contact(fay, 'fay'), contact(gil, 'gil'), contact(hal, 'hal')])
  const visitor = await addVisitor(db, applicationId, { lang: 'FR' }, now)
  await identifyVisitor(
    db,
    applicationId,
    { deviceId: uuidv7(now), contactId: visitor, retiredReason: null, about: {}, prompt: null },
    'visitor',
    now,
  )
  await leave(applicationId, { hand: [fay, gil], reply: hal, message: ann, dead: dan })
  await deleteContacts(db, applicationId, [gil], now)
  await eraseContact(writer, { applicationId, contactId: eve }, ['eve@example.com'])
  await createContacts(writer, applicationId, [contact(uuidv7(now), 'eve', { age: '9' })])
  return followedIn(applicationId)
}

async function leave(
  applicationId: string,
  who: { hand: string[]; reply: string; message: string; dead: string },
): Promise<void> {
  const [first = '', second = ''] = who.hand
  const wish = { channel: 'email', topicId: null, status: 'unsubscribed', accountId: null, reason: null } as const
  for (let n = 0; n < 2; n++) await changeByHand(db, { applicationId, contactId: first }, wish, now)
  const departure = { applicationId, channel: 'email', accountId: uuidv7(), reason: 'asked', now }
  await unsubscribeMany(db, [first, second], departure)
  const reply = { applicationId, channel: 'sms', phones: ['+1'], contactIds: [who.reply], text: 'STOP', at: now }
  for (let n = 0; n < 2; n++) await changeByReply(database, { ...reply, status: 'unsubscribed', changeId: uuidv7() })
  const runId = uuidv7(now)
  await pool.query(
    `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at, created_at)
     values ($1, $2, gen_random_uuid(), 'email', 'r', gen_random_uuid(), 'executing', '{}', '{}', 'UTC', $3, $3)`,
    [applicationId, runId, now],
  )
  await pool.query(
    `insert into delivery (application_id, run_id, seq, contact_id, state, address)
     select $1, $2, i, id, 8, 'address' || i from unnest($3::uuid[]) with ordinality as d(id, i)`,
    [applicationId, runId, [who.message, who.dead]],
  )
  const client = await pool.connect()
  const told = (changeId: string) => ({ seq: 1, changeId, atMs: now.getTime(), left: true, source: 'link', topics: [] })
  for (let n = 0; n < 2; n++) await storeChoices(client, { applicationId, runId }, [told(uuidv7())])
  const dead = { seq: 2, atMs: now.getTime(), reason: 'hard_bounce', detail: null } as const
  for (let n = 0; n < 2; n++) await stopSendingTo(client, { applicationId, runId }, [dead], { outweighs: true })
  client.release()
  const addresses = ['eve@example.com', 'x@example.com', 'x@example.com']
  const entry = { applicationId, channel: 'email', addresses, reason: 'manual', note: null, addedBy: uuidv7(), now }
  await insertSuppressions(db, entry)
}

async function addApplication(): Promise<string> {
  const [applicationId, organizationId] = [uuidv7(), uuidv7()]
  await db
    .insertInto('organization')
    .values({
      organization_id: organizationId,
      name: 'o',
      strength: '1',
      language: 'en',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const name = `a ${applicationId}`
  await db
    .insertInto('application')
    .values({
      application_id: applicationId,
      organization_id: organizationId,
      name,
      timezone: 'UTC',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      ...{
        application_id: applicationId,
        webhook_id: uuidv7(),
        name: 'w',
        url: 'https://example.com',
        description: '',
      },
      ...{
        platforms: [],
        events: [601, 602, 603, 604],
        secret: 's',
        created_by: null,
        updated_by: null,
        created_at: now,
        updated_at: now,
      },
    })
    .execute()
  return applicationId
}

interface StagedLine {
  id: string
  name: string
  fields: Record<string, string>
  isNew: boolean
}

async function stage(
  applicationId: string,
  lines: readonly StagedLine[],
  kind: 'insert' | 'update' = 'insert',
): Promise<void> {
  const [importId, segmentId] = [uuidv7(), uuidv7()]
  await db
    .insertInto('import_row')
    .values(
      lines.map(({ id, name, fields, isNew }, index) => ({
        ...{ import_id: importId, row_no: index + 1, contact_id: isNew ? null : id, new_id: id, is_known: !isNew },
        ...{ email: `${name}@example.com`, email_key: `${name}@example.com`, external_user_id: name },
        merge_fields: JSON.stringify(fields),
      })),
    )
    .execute()
  const rows = { applicationId, importId, firstRow: 1, lastRow: lines.length }
  if (kind === 'update') await updateFromStaged(writer, rows)
  else await writeStaged(writer, rows, { segmentId, areAllNew: false })
}

async function followedIn(applicationId: string): Promise<unknown> {
  const ask = async (text: string): Promise<unknown[]> => (await pool.query(text, [applicationId])).rows
  return {
    slots: await ask(
      // Columns that no field has any more may hold anything.
      String.raw`select c.external_user_id, (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(s)) as columns(key, value)
         where key not in ('application_id', 'contact_id') and (key !~ '_\d+$' or key in (
           select type || '_' || slot from merge_field where application_id = $1))) as slots
       from contact_slot s left join contact c using (application_id, contact_id) where application_id = $1 order by 1`,
    ),
    counts: await ask(
      `select added_hour, sum(n)::int as n, sum(with_email)::int as email, sum(with_phone)::int as phone from contact_count
       where application_id = $1 group by 1 order by 1`,
    ),
    fields: await ask(
      `select f.name, f.type, f.slot, f.slot_ready, f.filled + coalesce((select sum(n) from merge_field_delta d
         where d.application_id = f.application_id and d.name = f.name), 0) as filled
       from merge_field f where application_id = $1 order by f.name`,
    ),
    growth: await ask(
      `select quarter, sum(added)::int as added, sum(departed)::int as departed, sum(suppressed)::int as suppressed
       from audience_change where application_id = $1 group by 1 order by 1`,
    ),
    news: await ask(
      `select event, count(*)::int as n from webhook_message where application_id = $1 group by 1 order by 1`,
    ),
  }
}

test('what hangs on contacts is the same, whether triggers of the database follow their writers or statements do', async () => {
  const byTriggers = await lives()
  expect(byTriggers).toMatchObject({
    growth: [{ added: 10, departed: 4, suppressed: 4 }],
    fields: expect.arrayContaining([{ name: 'age', type: 'text', slot: 2, slot_ready: false, filled: 3 }]) as unknown,
  })
  for (const [trigger, table] of Object.entries(TRIGGERS_TO_FOLLOW))
    await pool.query(`drop trigger ${trigger} on ${table}`)
  expect(await lives()).toEqual(byTriggers)
})

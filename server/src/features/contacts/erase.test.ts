/** Erasing a person, looked at from outside: every column that can hold text is filled, and afterwards none knows the person. */
import type { Verification } from '@notifly/contracts/imports/imports'
import { expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { tablesNaming } from '../../testing/dumped-rows.ts'
import { audienceFiles, formOf } from '../../testing/people/audience-files.ts'
import { newProgram } from '../../testing/programs.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'
import { PERSONAL_PLACES } from './personal-places.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const team = approvalTeamOf(kit)

/** Part of every value of the person. */
const MARK = 'qzmarker'
const EMAIL = `${MARK}@person.example`
const PHONE = '+34699112233'

/** What holds no value of a contact: tables, or columns of those that do elsewhere. Everything else has to be in the list. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  ...why('people who sign in, and their sessions', [
    'account',
    'alert_browser',
    'alert_choice',
    'alert_key',
    'audit_person',
    'bearer',
    'confirmation_code',
    'email_change',
    'invitation',
    'invitation_link',
    'mail_token',
    'member',
    'rate_limit',
    'recovery_code',
    'second_factor',
    'session',
    'sso_identity',
    'sso_ticket',
    'sso_trip',
  ]),
  ...why('what the team writes or sets', [
    'api_key',
    'application',
    'brand.content',
    'campaign',
    'campaign_attachment',
    'channel_configuration.channel',
    'channel_configuration.hook_token',
    'channel_configuration.provider',
    'channel_configuration.secrets',
    'channel_configuration.settings',
    'event_day.name',
    'event_delta.name',
    'event_name.name',
    'event_property.event_name',
    'event_property.name',
    'former_hook',
    'image.alt',
    'image.name',
    'image_folder',
    'image_thumbnail',
    'import.file_name',
    'import.segment_name',
    'message_price',
    'merge_field.leaving_into',
    'merge_field.name',
    'organization',
    'prompt_preferences',
    'role',
    'run.audience',
    'run.content',
    'run.goal',
    'run.link_tags',
    'run.name',
    'run.timezone',
    'run_attachment',
    'run_link',
    'run_variant',
    'saved_view',
    'segment',
    'sign_up_form',
    'stored_file.media_type',
    'stored_file.name',
    'support_ticket',
    'template',
    'template_block',
    'template_version',
    'topic',
    'webhook',
    'whatsapp_media',
    'whatsapp_sync',
    'whatsapp_template',
  ]),
  ...why('what the organization bought', [
    'billing_preference',
    'billing_turn',
    'gateway_plan',
    'invoice',
    'invoice_number',
    'payment_event',
    'payment_order',
    'subscription',
    'usage_notice',
  ]),
  ...why('words of ours, states and numbers', [
    'activity_detail',
    'activity_detail_total',
    'activity_quarter',
    'activity_total',
    'application_hours',
    'approval.activity',
    'approval.command',
    'approval.decided_by',
    'approval.endpoint',
    'approval.object_id',
    'approval.object_type',
    'attempt.provider_message_id',
    'attempt.reason',
    'bulk_action.action',
    'bulk_action.channels',
    'bulk_action.state',
    'changelog_reader.read_to',
    'connection_grant',
    'conversion.currency',
    'engine_pulse',
    'engine_total',
    'event.source',
    'event_property.type',
    'goal_quarter',
    'image_use',
    'import.kind',
    'import.message',
    'import.options',
    'import.problems',
    'import.state',
    'installation',
    'lane.channel',
    'log_entry.channel',
    'log_entry.current_status',
    'log_entry.kind',
    'log_entry.method',
    'log_entry.result',
    'log_room.kind',
    'merge_field.type',
    'merge_field_delta',
    'notice',
    'report.channel',
    'report.outcome',
    'reading_hour',
    'report.provider',
    'report_subscription',
    'run.channel',
    'run.clock',
    'run.message_class',
    'run.state',
    'run.stream',
    'run.template_language',
    'run.template_name',
    'run.trace',
    'run_test',
    'run_watch',
    'schema_migration',
    'sms_quarter.calling_code',
    'webhook_attempt.failure',
    'worker',
  ]),
  ...why('masked or hidden as it is written', ['approval.title', 'audit_entry', 'bulk_action.reason']),
  ...why('hashes', ['erased_address', 'erased_departure', 'message_call']),
}

function why(reason: string, places: string[]): Record<string, string> {
  return Object.fromEntries(places.map(place => [place, reason]))
}

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await kit.database.pool.query<Row>(text, values)).rows

interface TextColumn {
  table: string
  column: string
  type: string
}

/** Columns that can hold text, whatever their schema; of partitions those of the whole. */
const textColumns = () =>
  rows<TextColumn>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as table,
      a.attname as column, a.atttypid::regtype::text as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid = any(array['text', 'text[]', 'jsonb', 'json', 'bytea', 'varchar']::regtype[])
    order by 1, 2`)

/** The columns that hold something of the person, as `table.column`. Compressed files are looked into by themselves. */
async function found(): Promise<string[]> {
  const places: string[] = []
  for (const { table, column, type } of await textColumns()) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const query = `select exists (select from ${table} where ${text} ilike any(array['%${MARK}%', '%699112233%'])) as is`
    const [row] = await rows<{ is: boolean }>(query)
    if (row?.is) places.push(`${table}.${column}`)
  }
  return places
}

const dumped = () => tablesNaming(kit.database.pool, new RegExp(`${MARK}|699112233`, 'i'))

test('every column that can hold text is in the list of what erasing empties, or holds nothing of a contact', async () => {
  const personal = new Set(PERSONAL_PLACES.flatMap(({ holds }) => holds))
  const columns = (await textColumns()).filter(({ table }) => !table.startsWith('graphile_worker.'))
  const inBoth: string[] = []
  const inNeither: string[] = []
  for (const { table, column } of columns) {
    const names = [table, `${table}.${column}`]
    const isPersonal = names.some(name => personal.has(name))
    const isOther = names.some(name => name in OF_OTHERS)
    if (isPersonal && isOther) inBoth.push(names[1] ?? '')
    if (!isPersonal && !isOther) inNeither.push(names[1] ?? '')
  }
  expect({ inBoth, inNeither }).toEqual({ inBoth: [], inNeither: [] })
})

test(
  'an erased person stands nowhere: not in the database, its files, its queue or the rows that a dump would write',
  { timeout: 60_000 },
  async () => {
    const who = await kit.withApplication(await kit.signUpAndIn())
    const maker = await team.maker(who)
    const uuid = await writtenTo(who)
    await leaveInFiles(who, maker, uuid)
    await leaveInRequests(who, maker, uuid)
    await leaveInConsent(who, uuid)
    await leaveInAnswers(who, uuid)

    const before = await found()
    const isFilled = (place: string): boolean => before.some(each => each === place || each.startsWith(`${place}.`))
    const columns = await textColumns()
    const empty = PERSONAL_PLACES.flatMap(({ holds }) => [...holds]).filter(place => !isFilled(place))
    // What hangs on a contact by its id alone holds no text of the person.
    const noText = ['contact_activity', 'contact_cap', 'contact_hours', 'contact_sent', 'consent', 'topic_consent']
    expect(
      empty.filter(place => columns.some(({ table }) => place.startsWith(table)) && !noText.includes(place)),
    ).toEqual([])

    expect(await dumped()).toEqual(expect.arrayContaining(['contact', 'import_row', 'report', 'suppression']))

    expect(await call(who, 'POST', `/api/audience/${uuid}/erase`, {})).toMatchObject({ status: 200 })
    expect(await found()).toEqual([])
    expect(await dumped()).toEqual([])
    const requests = await rows<{ status: number }>(`select status from approval where status = 0`)
    expect(requests).toEqual([])
  },
)

test('nobody is erased while a file with the person is being inserted', async () => {
  const who = await kit.withApplication(await kit.signUpAndIn())
  const { data } = await call<{ uuid: string }>(who, 'POST', '/api/audience', { email: EMAIL })
  const { data: file } = await files.verify(who, csv(`email\n${EMAIL}\nother@example.com\n`))
  const state = (name: string) =>
    kit.database.pool.query('update import set state = $2 where import_id = $1', [file.corelation_id, name])
  await state('inserting')
  const erase = () => call(who, 'POST', `/api/audience/${data.uuid}/erase`, {})
  expect((await erase()).status).toBe(409)
  await state('done')
  expect((await erase()).status).toBe(200)
})

const call = <Data = unknown>(who: ApplicationOwner, method: string, path: string, body?: object) =>
  kit.call<Data>(method, path, { bearer: who.bearer, ...(body && { body }) })

const csv = (content: string) => ({ name: 'people.csv', content })

/** A contact that was sent something, with a value that was another one before. */
async function writtenTo(who: ApplicationOwner): Promise<string> {
  await sentRun(kit.database, who.applicationId, { contacts: 1 })
  const [row] = await rows<{ contact_id: string }>('select contact_id from contact where application_id = $1', [
    who.applicationId,
  ])
  const uuid = row?.contact_id ?? ''
  const fields = (fate: string) => ({
    email: EMAIL,
    phone_number: PHONE,
    external_user_id: `${MARK}-77`,
    platform_type: MARK,
    device_details: MARK,
    merge_fields: { first_name: MARK, plan: `${MARK}-${fate}` },
  })
  for (const fate of ['old', 'new']) {
    expect((await call(who, 'PUT', `/api/audience/${uuid}`, fields(fate))).status).toBe(200)
  }
  const program = await newProgram(kit, who, ['messages:send'])
  const merge = { name: MARK }
  const parts = { channel: 'email', content: { subject: 'Hi {{ name }}', html: `<p>${MARK}</p>` }, merge, tags: [MARK] }
  for (const more of [
    { to: uuid, cc: ['boss@example.com'] },
    { to: EMAIL },
    { to: 'boss@example.com', cc: [EMAIL], content: { subject: 'x', html: 'x' }, merge: {}, tags: [] },
  ]) {
    const sent = await program.call('POST', '/api/v1/messages', { ...parts, ...more, metadata: {} })
    expect(sent.status).toBe(202)
  }
  return uuid
}

/** Files of every kind: inserted, updated, waiting, waiting for approval; accepted rows and rejected ones. */
async function leaveInFiles(who: ApplicationOwner, maker: ApplicationOwner, uuid: string): Promise<void> {
  const upper = EMAIL.toUpperCase()
  await files.importAs(who, csv(`email,first_name\n${EMAIL},${MARK}\n${upper},${MARK}\nno address,${MARK}\n`), 'One')
  const update = { ...csv(`uuid,city\n${uuid},${MARK}-city\n${crypto.randomUUID()},Lyon\n`), name: 'update.csv' }
  for (const by of [who, maker]) {
    const { status } = await kit.call('POST', '/api/audience/update', { bearer: by.bearer, ...formOf(update) })
    expect([200, 202]).toContain(status)
  }
  const waiting = csv(`email,phone_number,country\nelse@example.com,699 112 233,ES\nbad,${MARK},ES\n`)
  const { data } = await files.verify(maker, waiting)
  expect((await files.insert(maker, data.corelation_id, 'Two')).status).toBe(202)
  const { data: last } = await files.verify(who, csv(`email,note\n${EMAIL},${MARK}\n`))
  expect(last).toMatchObject({ updated: 1 } satisfies Partial<Verification>)
}

async function leaveInRequests(who: ApplicationOwner, maker: ApplicationOwner, uuid: string): Promise<void> {
  const asked = await call<{ approval_uuid: string }>(maker, 'PUT', `/api/audience/${uuid}`, {
    lang: 'es',
    email: EMAIL,
  })
  expect(asked.status).toBe(202)
  await team.decide(who, asked.data.approval_uuid, 'reject', `Ask ${EMAIL} or ${PHONE} first`)
  await kit.database.pool.query(`update approval set secrets = $2 where approval_id = $1`, [
    asked.data.approval_uuid,
    MARK,
  ])
  const list = '/api/audience/suppression'
  const entry = { channel: 'email', address: EMAIL, reason: 'manual', note: `said ${EMAIL}` }
  expect((await call(who, 'POST', list, entry)).status).toBe(201)
  const remove = (by: ApplicationOwner) =>
    call(by, 'DELETE', `${list}?channel=email&address=${EMAIL}&reason=${encodeURIComponent(`${EMAIL} asked`)}`)
  expect((await remove(who)).status).toBe(200)
  expect((await call(who, 'POST', list, entry)).status).toBe(201)
  expect((await remove(maker)).status).toBe(202)
}

async function leaveInConsent(who: ApplicationOwner, uuid: string): Promise<void> {
  const wish = { channel: 'sms', reason: `wrote from ${PHONE} as ${EMAIL}` }
  for (const act of ['unsubscribe', 'resubscribe']) {
    expect((await call(who, 'POST', `/api/audience/${uuid}/${act}`, wish)).status).toBe(200)
  }
}

/** What only providers, devices and recipients cause, written as the engine writes it. */
async function leaveInAnswers({ applicationId }: ApplicationOwner, uuid: string): Promise<void> {
  const statements = [
    `insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source,
         receiver, response, payload)
       select $1, uuidv7(), 'incoming', 'email', 'ok', 200, 'POST', e, 'delivered', s, r, a, p
       from (values ('/x?to=${EMAIL}', '', '', '', ''), ('', '${PHONE}', '', '', ''), ('', '', '${EMAIL.toUpperCase()}', '', ''),
         ('', '', '', '550 <${EMAIL}>', ''), ('', '', '', '', '{"to": "${PHONE.slice(1)}"}')) as places (e, s, r, a, p)`,
    `insert into sign_up (application_id, sign_up_id, form_id, email_key, answers, created_at, expires_at, failure)
       values ($1, gen_random_uuid(), gen_random_uuid(), '${EMAIL}', '{"merge_fields": {"city": "${MARK}"}}', now(),
         now() + interval '1 day', '550 <${EMAIL}> is full')`,
    `insert into webhook_attempt (application_id, webhook_id, attempt_id, message_id, event, n, is_ok, status, duration_ms, answer)
       select $1, gen_random_uuid(), uuidv7(), uuidv7(), 101, 1, false, 404, 5, a
       from (values ('nobody is <${EMAIL.toUpperCase()}>'), ('{"to": "${PHONE.slice(1)}"}'), ('no ${MARK}-77')) as answers (a)`,
    `update delivery set address = '${EMAIL}' where application_id = $1`,
    `update attempt set answer = '250 <${EMAIL}> accepted' where application_id = $1`,
    `insert into event (application_id, run_id, seq, event_id, kind, at, source, detail)
       select application_id, run_id, 1, gen_random_uuid(), 4, now(), 'recipient', '{"browser": "${MARK}"}' from run
       where application_id = $1`,
    `insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
       select application_id, contact_id, now(), gen_random_uuid(), 'order', '{"email": "${EMAIL}"}', 300 from contact
       where application_id = $1 and email_key = '${EMAIL}'`,
    `insert into waiting_hit (hit_id, application_id, run_id, seq, at, network, detail)
       select gen_random_uuid(), application_id, run_id, 1, now() + interval '1 hour', 'abc', '{"browser": "${MARK}"}'
       from run where application_id = $1`,
    `insert into report (report_id, provider, application_id, received_at, raw, call, error)
       values (gen_random_uuid(), 'smtp', $1, now(), convert_to('To: <${EMAIL.toUpperCase()}>', 'UTF8'),
         '{"to": "${PHONE.slice(1)}", "email": "${EMAIL}"}', 'unreadable: <${EMAIL}>')`,
    `insert into whatsapp_session (application_id, phone, last_inbound_at) values ($1, '${PHONE}', now())`,
    `update channel_configuration set failure = '550 <${EMAIL}> unknown' where application_id = $1`,
    `update lane set blocked_reason = '550 <${EMAIL}> unknown' where application_id = $1`,
    `update run set state_reason = '550 <${EMAIL}> unknown' where application_id = $1`,
    `insert into test_link (short_no, application_id, addresses, created_at)
       values (-1, $1, '{"1": "https://shop.example/?who=${MARK}"}', now())`,
    `with added as (insert into topic (application_id, topic_id, name, created_at, updated_at)
         values ($1, gen_random_uuid(), 'Offers', now(), now()) returning topic_id)
       insert into topic_departure (application_id, topic_id, address_key, created_at)
       select $1, topic_id, '${EMAIL}', now() from added`,
  ]
  for (const statement of statements) await kit.database.pool.query(statement, [applicationId])
  await kit.database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, keys, about, created_at, last_seen_at)
     values ($1, gen_random_uuid(), $2, 'webpush', 'web', 'https://push.example/${MARK}', '{"auth": "${MARK}"}',
       '{"browser": "${MARK}"}', now(), now())`,
    [applicationId, uuid],
  )
}

import { inWords } from '@notifly/contracts/sentences/english'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWords } from '../lib/stored-words.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { dataFolder, startEngine } from '../testing/engine/workers.ts'
import {
  CONTENT,
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
  secrets,
} from '../testing/engine/world.ts'
import { startMisbehavingSmtp, type SmtpScript } from '../testing/channels/misbehaving-smtp.ts'
import { isGenuineBounce, parseBounce, readClick, readDelivery } from '../lib/delivery-token.ts'
import { reasonNumber, type DeliveryReason } from './reasons.ts'
import { ATTEMPT, STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

const FAST = { backoffMs: [100, 100, 100, 100, 100], blockMs: [100], sweepMs: 100, pollMs: 50, journalSegmentMs: 200 }

async function send(
  script: SmtpScript,
  contacts: number,
  options: Parameters<typeof openRun>[2] = {},
  dataDir = dataFolder(),
) {
  const server = await startMisbehavingSmtp(script)
  const { applicationId } = await createApplication(database, { contacts, port: server.port })
  await startEngine(database, { tuning: FAST, dataDir })
  const { runId, campaignId } = await openRun(database, applicationId, options)
  return { server, applicationId, runId, campaignId }
}

const ended = (runId: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), { timeout: 15_000, interval: 30 })

test('what a server answered leaves the disk of a worker that has nothing more to do', async () => {
  const dataDir = dataFolder()
  const onDisk = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.journal'))
      .map(name => readFileSync(join(dataDir, name), 'latin1'))
  const { runId } = await send({ rcpt: '550 5.1.1 <ana@example.test> is no mailbox' }, 5, {}, dataDir)
  await ended(runId)
  await vi.waitFor(() => expect(onDisk()).toEqual(['']), { timeout: 15_000, interval: 30 })
})

async function reasons(runId: string, state: number): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ reason: number; n: number }>(
    'select reason, count(*)::int as n from delivery where run_id = $1 and state = $2 group by reason',
    [runId, state],
  )
  return Object.fromEntries(rows.map(row => [row.reason, row.n]))
}

const reason = (name: DeliveryReason, n: number) => ({ [reasonNumber(name)]: n })

test('everybody gets the message once, with their own words and signed links', async () => {
  const { server, applicationId, runId, campaignId } = await send({}, 50)
  await ended(runId)
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 50 })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 50 })
  expect(new Set(server.mails.map(mail => mail.to)).size).toBe(50)

  const mail = server.mails.find(({ to }) => to === 'Person7@example.test')
  const content = (mail?.content ?? '').replaceAll('=\r\n', '').replaceAll('=2E', '.').replaceAll('=3D', '=')
  expect(content).toContain('Subject: Hello Name7')
  expect(content).toContain('From: The Shop <news@shop.example>')
  expect(content).toContain('<p>Dear Name7,</p>')
  expect(content).toMatch(/Unsubscribe: https:\/\/notifly\.example\/u\//)
  expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const oneClick = /List-Unsubscribe: <https:\/\/notifly\.example\/u\/([\w-]{70})>/.exec(
    content.replaceAll('\r\n ', ' '),
  )
  const ref = readDelivery(secrets, oneClick?.[1] ?? '')
  expect(ref).toMatchObject({ applicationId, runId })
  expect(content).toContain(`Message-ID: <${runId}.${ref?.seq}@shop.example>`)
  const click = /https:\/\/notifly\.example\/t\/c\/([\w-]{70}\.0)"/.exec(content)
  expect(readClick(secrets, click?.[1] ?? '')).toEqual({ ref, linkNo: 0 })
  const links = await database.pool.query('select no, url from run_link where run_id = $1', [runId])
  expect(links.rows).toEqual([{ no: 0, url: 'https://shop.example/{{ code }}' }])
  const bounce = parseBounce((mail?.from ?? '').split('@')[0] ?? '')
  expect(bounce).toMatchObject({ runId, seq: ref?.seq })
  expect(bounce && isGenuineBounce(secrets, bounce, applicationId)).toBe(true)

  const { rows } = await database.pool.query('select status from campaign where campaign_id = $1', [campaignId])
  expect(rows).toEqual([{ status: 'sent' }])
  const attempts = await database.pool.query(
    'select outcome, code, count(*)::int as n from attempt where run_id = $1 group by 1, 2',
    [runId],
  )
  expect(attempts.rows).toEqual([{ outcome: ATTEMPT.sent, code: 250, n: 50 }])
  await server.close()
})

test('whoever has left, is suppressed, or was erased is skipped, and the delivery says why', async () => {
  const server = await startMisbehavingSmtp()
  const { applicationId } = await createApplication(database, { contacts: 8, port: server.port })
  await database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select application_id, contact_id, 'email', 'unsubscribed', 'link', now() from contact
     where application_id = $1 and email_key in ('person1@example.test', 'person2@example.test')`,
    [applicationId],
  )
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     values ($1, 'email', 'person3@example.test', 'hard_bounce', now()), ($1, 'email', 'person4@example.test', 'manual', now()),
       ($1, 'sms', 'person5@example.test', 'manual', now())`,
    [applicationId],
  )
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, added_at, changed_at)
     values ($1, gen_random_uuid(), '+1', now(), now())`,
    [applicationId],
  )
  const { runId } = await openRun(database, applicationId)
  await database.pool.query(`delete from contact where application_id = $1 and email_key = 'person6@example.test'`, [
    applicationId,
  ])
  await startEngine(database, { tuning: FAST })
  await ended(runId)
  expect(await reasons(runId, STATE.skipped)).toEqual({
    ...reason('unsubscribed', 2),
    ...reason('suppressed_hard_bounce', 1),
    ...reason('suppressed_manual', 1),
    ...reason('contact_erased', 1),
    ...reason('no_address', 1),
  })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 3, [STATE.skipped]: 6 })
  expect(server.mails.map(mail => mail.to.toLowerCase()).sort()).toEqual([
    'person5@example.test',
    'person7@example.test',
    'person8@example.test',
  ])
  await server.close()
})

test('whoever has left a topic, or has an address that has, is skipped in the runs about it alone', async () => {
  const server = await startMisbehavingSmtp()
  const { applicationId } = await createApplication(database, { contacts: 3, port: server.port })
  const topicId = uuidv7()
  await database.pool.query(
    `insert into topic (application_id, topic_id, name, created_at, updated_at) values ($1, $2, 'Offers', now(), now())`,
    [applicationId, topicId],
  )
  await database.pool.query(
    `insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
     select application_id, contact_id, $2, case email_key when 'person1@example.test' then 'unsubscribed' else 'subscribed' end,
       'page', now() from contact where application_id = $1 and email_key <> 'person3@example.test'`,
    [applicationId, topicId],
  )
  await database.pool.query(
    `insert into topic_departure (application_id, topic_id, address_key, created_at) values ($1, $2, 'person3@example.test', now())`,
    [applicationId, topicId],
  )
  const { runId } = await openRun(database, applicationId, { topicId })
  const { runId: other } = await openRun(database, applicationId)
  await startEngine(database, { tuning: FAST })
  await ended(runId)
  await ended(other)
  expect(await reasons(runId, STATE.skipped)).toEqual(reason('unsubscribed_topic', 2))
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 1, [STATE.skipped]: 2 })
  expect(await runCounts(database, other)).toEqual({ [STATE.sent]: 3 })
  await server.close()
})

test('a message that cannot be written fails with the field that is to blame, and the others go out', async () => {
  const server = await startMisbehavingSmtp()
  const { applicationId } = await createApplication(database, { contacts: 5, port: server.port })
  await database.pool.query(
    `update contact set merge_fields = merge_fields || '{"site": "javascript:alert(1)"}'
     where application_id = $1 and email_key = 'person2@example.test'`,
    [applicationId],
  )
  await startEngine(database, { tuning: FAST })
  const html = '<p>{{ first_name }} <img alt="" src="{{ site | default: "https://a.example/x.png" }}"></p>'
  const { runId } = await openRun(database, applicationId, { content: { ...CONTENT, html } })
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 4, [STATE.failed]: 1 })
  expect(await reasons(runId, STATE.failed)).toEqual(reason('render_error', 1))
  const { rows } = await database.pool.query('select outcome, reason from attempt where run_id = $1 and outcome <> 1', [
    runId,
  ])
  expect(rows).toEqual([{ outcome: ATTEMPT.renderError, reason: 'site' }])
  await server.close()
})

test('a dead address bounces and is suppressed from then on', async () => {
  const rcpt = (_session: unknown, line: string) =>
    line.toLowerCase().includes('person2@') ? '550 5.1.1 no such user' : undefined
  const { server, applicationId, runId } = await send({ rcpt: (s, line) => rcpt(s, line) ?? '250 ok' }, 4)
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 3, [STATE.bounced]: 1 })
  expect(await reasons(runId, STATE.bounced)).toEqual(reason('mailbox_missing', 1))
  const { rows } = await database.pool.query(
    'select address_key, reason, detail from suppression where application_id = $1',
    [applicationId],
  )
  expect(rows).toEqual([
    { address_key: 'person2@example.test', reason: 'hard_bounce', detail: '550 5.1.1 no such user' },
  ])
  const { runId: again } = await openRun(database, applicationId)
  await ended(again)
  expect(await runCounts(database, again)).toEqual({ [STATE.sent]: 3, [STATE.skipped]: 1 })
  await server.close()
})

test('a message that is put off is tried again with the same Message-ID, and fails after ten attempts', async () => {
  const tries = new Map<string, number>()
  const rcpt = (_session: unknown, line: string) => {
    const to = line.toLowerCase()
    const n = (tries.get(to) ?? 0) + 1
    tries.set(to, n)
    if (to.includes('person3@')) return '451 4.7.1 greylisted, come back later'
    return to.includes('person2@') && n < 3 ? '451 4.7.1 greylisted, come back later' : '250 ok'
  }
  const { server, runId } = await send({ rcpt }, 3)
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 2, [STATE.failed]: 1 })
  expect(await reasons(runId, STATE.failed)).toEqual(reason('attempts_exhausted', 1))
  const { rows } = await database.pool.query<{ attempts: number; address: string }>(
    'select address, attempts from delivery where run_id = $1 order by address',
    [runId],
  )
  expect(rows.map(row => row.attempts)).toEqual([1, 3, 10])
  const { rows: attempts } = await database.pool.query(
    'select outcome, count(*)::int as n from attempt where run_id = $1 group by 1 order by 1',
    [runId],
  )
  expect(attempts).toEqual([
    { outcome: ATTEMPT.sent, n: 2 },
    { outcome: ATTEMPT.deferred, n: 12 },
  ])
  await server.close()
})

test('a connection that breaks before the answer leaves the message in doubt: it goes out again with the same Message-ID', async () => {
  let broken = false
  const dot = (session: { socket: { destroy(): void }; to: string }) => {
    if (broken || !session.to.toLowerCase().includes('person1@')) return '250 ok'
    broken = true
    session.socket.destroy()
    return undefined
  }
  const { server, runId } = await send({ dot }, 3)
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 3 })
  const doubled = server.arrived.filter(mail => mail.to.toLowerCase().startsWith('person1@'))
  const ids = doubled.map(mail => /Message-ID: <(.*)>/.exec(mail.content)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  const { rows } = await database.pool.query('select n, outcome from attempt where run_id = $1 and outcome = 5', [
    runId,
  ])
  expect(rows).toEqual([{ n: 1, outcome: ATTEMPT.inDoubt }])
  await server.close()
})

test('a wrong password stops its own lane, in words, while others go on; mended, it goes on by itself', async () => {
  const broken = await startMisbehavingSmtp({
    ehlo: '250-test server\r\n250-PIPELINING\r\n250 AUTH PLAIN',
    auth: () => (broken.commands.length > 0 && isMended ? '235 welcome' : '535 5.7.8 bad credentials'),
  })
  let isMended = false
  const good = await startMisbehavingSmtp()
  const settings = { username: 'mailer', security: 'none' }
  const secretFields = { password: 'wrong' }
  const unlucky = await createApplication(database, { contacts: 10, port: broken.port, settings, secretFields })
  const other = await createApplication(database, { contacts: 10, port: good.port })
  await startEngine(database, { tuning: { ...FAST, blockMs: [60_000] } })
  const { runId } = await openRun(database, unlucky.applicationId)
  await vi.waitFor(
    async () => expect((await runRow(database, runId)).state_reason).toMatch(/username or password/),
    10_000,
  )
  const { runId: otherRun } = await openRun(database, other.applicationId)
  await ended(otherRun)
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 10 })
  expect(await failure(unlucky.applicationId)).toMatch(/username or password.*535/)

  isMended = true
  await database.pool.query('update channel_configuration set updated_at = now() where application_id = $1', [
    unlucky.applicationId,
  ])
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 10 })
  await vi.waitFor(async () => expect(await failure(unlucky.applicationId)).toBeNull(), 5000)
  await broken.close()
  await good.close()
})

async function failure(applicationId: string): Promise<string | null> {
  const { rows } = await database.pool.query<{ failure: string | null }>(
    'select failure from channel_configuration where application_id = $1',
    [applicationId],
  )
  const [row] = rows
  return row?.failure == null ? null : inWords(readWords(row.failure)).message
}

test('what has not left when the time of a run is over expires', async () => {
  const server = await startMisbehavingSmtp({ rcpt: '451 4.7.1 later' })
  const { applicationId } = await createApplication(database, { contacts: 5, port: server.port })
  await startEngine(database, { tuning: { ...FAST, backoffMs: [60_000] } })
  const { runId } = await openRun(database, applicationId, { expiresAt: new Date(Date.now() + 1500) })
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.expired]: 5 })
  expect(await reasons(runId, STATE.expired)).toEqual(reason('run_expired', 5))
  await server.close()
})

test('a lane that fails for a day gives up what waits in it', async () => {
  const server = await startMisbehavingSmtp({ greeting: '554 go away' })
  const { applicationId } = await createApplication(database, { contacts: 5, port: server.port })
  await startEngine(database, { tuning: { ...FAST, blockedForMs: 500 } })
  const { runId } = await openRun(database, applicationId)
  await ended(runId)
  expect(await runCounts(database, runId)).toEqual({ [STATE.expired]: 5 })
  await server.close()
})

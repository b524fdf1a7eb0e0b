import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBounceListener } from '../../channels/email/bounce-listener.ts'
import { STATE } from '../../engine/states.ts'
import { bounceLocalPart, signDelivery } from '../../lib/delivery-token.ts'
import { testApp } from '../../testing/app.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'
import { reportingOf } from '../../background.ts'
import { reportOfMail } from './bounce-mails.ts'
import { bounceMailTaker, retryReports } from './hooks.ts'
import { insertReports } from './report-queries.ts'

const kit = await testApp()
const reporting = reportingOf(kit.deps.config)
const DOMAIN = 'bounces.example'
const listener = await startBounceListener({
  domain: DOMAIN,
  port: 0,
  host: '127.0.0.1',
  onMail: bounceMailTaker(kit.deps, reporting),
})
const sender = createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true })
let organizationId = ''

beforeAll(async () => {
  organizationId = (await kit.withApplication()).organizationId
})
afterAll(async () => {
  sender.close()
  await listener.close()
})

async function newRun() {
  const applicationId = await furtherApplication(kit.database, organizationId)
  const { runId } = await sentRun(kit.database, applicationId)
  const addressOf = (seq: number) =>
    `${bounceLocalPart(signDelivery(kit.deps.secrets, { applicationId, runId, seq }))}@${DOMAIN}`
  return { applicationId, runId, addressOf }
}

const REPORT = (type: string, fields: string) => `From: MAILER-DAEMON@mx.example
To: sender@shop.example
Subject: Report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type}; boundary=x

--x
Content-Type: text/plain

About your message.
--x
Content-Type: message/${type}

${fields}
--x--
`
const bounce = (status: string, diagnostic: string, action = 'failed') =>
  REPORT(
    'delivery-status',
    `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnostic}\n`,
  )
const COMPLAINT = REPORT('feedback-report', 'Feedback-Type: abuse\nUser-Agent: Mailbox/1.0\nVersion: 1\n')

const send = (to: string, raw: string) =>
  sender.sendMail({ envelope: { from: '', to }, raw: raw.replaceAll('\n', '\r\n') })

const suppressed = async (applicationId: string) => {
  const { rows } = await kit.database.pool.query<{ reason: string }>(
    'select reason from suppression where application_id = $1 order by address_key',
    [applicationId],
  )
  return rows.map(row => row.reason)
}

const openReports = async () =>
  (await kit.database.pool.query('select 1 from report where next_try_at is not null')).rows.length

test('a hard bounce, also twice and in capitals, ends the delivery and suppresses the address', async () => {
  const { applicationId, runId, addressOf } = await newRun()
  const report = bounce('5.1.1', '550 5.1.1 No such mailbox here')
  await send(addressOf(1), report)
  await send(addressOf(1).toUpperCase().replace(DOMAIN.toUpperCase(), DOMAIN), report)
  await send(addressOf(1), report.replace('About', 'Again about'))
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 2, [STATE.bounced]: 1 })
  expect(await suppressed(applicationId)).toEqual(['hard_bounce'])
  const { rows } = await kit.database.pool.query(`select detail ->> 'answer' as answer from event where run_id = $1`, [
    runId,
  ])
  expect(rows).toContainEqual({ answer: '550 5.1.1 No such mailbox here' })
  expect(await openReports()).toBe(0)
})

test('a full mailbox bounces and stays reachable; a delay says nothing', async () => {
  const { applicationId, runId, addressOf } = await newRun()
  await send(addressOf(1), bounce('5.2.2', '552 5.2.2 Mailbox full'))
  await send(addressOf(2), bounce('4.4.1', '421 still trying', 'delayed'))
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 2, [STATE.bounced]: 1 })
  expect(await suppressed(applicationId)).toEqual([])
})

test('reports out of order never move a delivery backwards', async () => {
  const { runId, addressOf } = await newRun()
  await send(addressOf(1), COMPLAINT)
  await send(addressOf(1), bounce('2.0.0', '250 fine', 'delivered'))
  await send(addressOf(2), bounce('2.0.0', '250 fine', 'delivered'))
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 1, [STATE.delivered]: 1, [STATE.complained]: 1 })
})

test('a complaint suppresses the address', async () => {
  const { applicationId, addressOf } = await newRun()
  await send(addressOf(3), COMPLAINT)
  expect(await suppressed(applicationId)).toEqual(['complaint'])
})

test('a holiday note is kept and counts nothing', async () => {
  const { runId, addressOf } = await newRun()
  await send(
    addressOf(1),
    'From: ann@shop.example\nSubject: Out of office\nAuto-Submitted: auto-replied\n\nBack on Monday.\n',
  )
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 3 })
  expect(await openReports()).toBe(0)
})

test('an address that we never wrote is dropped, one of another domain refused', async () => {
  const { runId, addressOf } = await newRun()
  const forged = addressOf(1).replace(
    /^b\.(.{40})(.)/,
    (_, head: string, letter: string) => `b.${head}${letter === 'a' ? 'b' : 'a'}`,
  )
  const before = await kit.database.pool.query('select 1 from report')
  await send(forged, bounce('5.1.1', '550 gone'))
  expect((await kit.database.pool.query('select 1 from report')).rows).toHaveLength(before.rows.length)
  await expect(send(addressOf(1).replace(DOMAIN, 'elsewhere.example'), COMPLAINT)).rejects.toThrow('no relaying')
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 3 })
})

test('a report that could not be settled is tried again', async () => {
  const { runId, addressOf } = await newRun()
  const token = addressOf(1).slice('b.'.length, -`@${DOMAIN}`.length)
  const report = await reportOfMail(kit.deps, Buffer.from(bounce('5.1.1', '550 gone').replaceAll('\n', '\r\n')), token)
  await insertReports(kit.database.kysely, report === null ? [] : [report], kit.clock.now())
  await retryReports(kit.deps, reporting)
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 2, [STATE.bounced]: 1 })
  expect(await openReports()).toBe(0)
})

test('a mail for which its application has no room is left with the other server', async () => {
  const { applicationId, runId, addressOf } = await newRun()
  await kit.database.pool.query('insert into report_bytes (application_id, bytes) values ($1, 10::bigint ^ 12)', [
    applicationId,
  ])
  await expect(send(addressOf(1), bounce('5.1.1', '550 gone'))).rejects.toThrow('try again later')
  expect(await runCounts(kit.database, runId)).toEqual({ [STATE.sent]: 3 })
})

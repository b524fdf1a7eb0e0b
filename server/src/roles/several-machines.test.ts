/** Several machines on one PostgreSQL: together they do everything once, and are restarted one after the other without a failed request. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../testing/app.ts'
import { addContacts, addSegment } from '../testing/campaigns.ts'
import { startBalancer } from '../testing/balancer.ts'
import { Installation } from '../testing/installation.ts'
import { startSmtpSink } from '../testing/channels/smtp-sink.ts'

const CAMPAIGNS = 6
const PEOPLE = 40
const HALF_AN_HOUR_MS = 1_800_000
/** What testApp() seals with. */
const SECRET = 'only for tests, only for tests, only for tests'

const kit = await testApp()
const { call, clock, database } = kit

test('two schedulers begin each run once, two workers of two hosts send each message once', async () => {
  const sink = await startSmtpSink({ record: true })
  const owner = await kit.withApplication()
  const { bearer } = owner
  const people = Array.from({ length: PEOPLE }, (_, index) => `person${index}@example.com`)
  const segment = await addSegment(kit, owner, 'Everybody', await addContacts(kit, owner, people))
  const server = { host: '127.0.0.1', port_no: sink.port, security: 'none', username: 'shop', password: 'a password' }
  const configuration_setting = { sender_email: 'shop@example.com', ...server }
  const settings = { configuration_type: 'smtp', configuration_setting }
  expect((await call('POST', '/api/notifications/email/configuration', { bearer, body: settings })).status).toBe(201)
  const campaigns = await scheduleAll(bearer, segment)

  const machines = await Promise.all([1, 2].map(() => startMachine()))
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from run where state = 'done' and campaign_id = any ($1)`,
        [campaigns],
      )
      expect(rows[0]?.n).toBe(CAMPAIGNS)
      const hosts = await database.pool.query('select distinct host_id from worker')
      expect(hosts.rowCount).toBe(2)
    },
    { timeout: 60_000, interval: 100 },
  )
  await Promise.all(machines.map(machine => machine.remove()))

  const { rows } = await database.pool.query<{ runs: number; counted: number }>(
    `select (select count(*)::int from run where campaign_id = any ($1)) as runs,
       (select sum(n)::int from run_counter) as counted`,
    [campaigns],
  )
  expect(rows).toEqual([{ runs: CAMPAIGNS, counted: CAMPAIGNS * PEOPLE }])
  const { mails, recipients } = sink.report()
  expect(mails).toBe(CAMPAIGNS * PEOPLE)
  expect(new Set(Object.values(recipients))).toEqual(new Set([CAMPAIGNS]))
  await sink.close()
}, 90_000)

test('a rolling restart fails no request: a machine that stops is not ready first, and answers until the balancer knows', async () => {
  const roles = { NOTIFLY_ROLES: 'api', NOTIFLY_DRAIN_SECONDS: '1' }
  const machines = await Promise.all([startMachine(roles), startMachine(roles)])
  const balancer = startBalancer(machines)
  for (const machine of machines) {
    await machine.stop()
    await machine.start()
    await vi.waitFor(() => expect(balancer.ready.has(machine)).toBe(true), { timeout: 20_000, interval: 20 })
  }
  const { answered, failed } = await balancer.stop()
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(20)
}, 90_000)

/** A scheduler and a worker on the database of the test, or other roles. */
async function startMachine(settings: Record<string, string> = {}): Promise<Installation> {
  const machine = await Installation.create({
    DATABASE_URL: database.connectionString,
    NOTIFLY_SECRET: SECRET,
    NOTIFLY_ROLES: 'scheduler,worker',
    NOTIFLY_WORKERS: '1',
    ...settings,
    NOTIFLY_SANDBOX: 'off',
    NOTIFLY_SYSTEM_SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on',
    NOTIFLY_LOG_LEVEL: 'error',
  })
  onTestFinished(() => machine.remove())
  await machine.start()
  return machine
}

/** Made half an hour ago, as the clock of the API tells it, for a moment that has just passed. */
async function scheduleAll(bearer: string, segment: string): Promise<string[]> {
  const seconds = Math.floor(clock.now().getTime() / 1000) - 60
  clock.advance(-HALF_AN_HOUR_MS)
  const campaigns: string[] = []
  for (let no = 1; no <= CAMPAIGNS; no++) {
    const body = {
      campaignName: `Together ${no}`,
      emailSubject: 'Hi',
      emailBody: '<p>x</p>',
      audience: { segment_uuids: [segment] },
      schedule: {
        message_type: { type: 1, date: seconds },
        campaign_start_date: { type: 3, local_time: seconds % 86_400, timezone: 'UTC' },
      },
    }
    const { data, status } = await call<{ uuid: string }>('POST', '/api/notifications/schedule/email', { bearer, body })
    expect(status).toBeLessThan(300)
    campaigns.push(data.uuid)
  }
  clock.advance(HALF_AN_HOUR_MS)
  return campaigns
}

/**
 * In doubt: at a provider that reports what arrived, the report has time to come before the message goes again; whatever the
 * provider, it goes again once and no more.
 */
import { expect, test, vi } from 'vitest'
import { sealSecrets } from '../channels/registry.ts'
import { type Asked, startScripted } from '../channels/testing/scripted-server.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { testDatabase } from '../testing/database.ts'
import { startEngine } from '../testing/engine/workers.ts'
import { DOVECOT_2_3, type SmtpScript, startMisbehavingSmtp } from '../testing/channels/misbehaving-smtp.ts'
import {
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
  secrets,
} from '../testing/engine/world.ts'
import { applyEvents } from './events/apply-events.ts'
import { reasonNumber } from './reasons.ts'
import { ATTEMPT, STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

const TUNING = { sweepMs: 50, pollMs: 50 }
const TAKEN = { status: 200, body: JSON.stringify({ ackid: '7', status: { code: '200', desc: 'accepted' } }) }
const KARIX = { promotional_key: 'key', promotional_sender: '550011', max_connections: 4, reports_came: 'yes' }

const numberOf = ({ body }: Asked): string => (JSON.parse(body.toString()) as Message).messages[0]?.dest[0] ?? ''
interface Message {
  messages: { dest: string[] }[]
}

/** Contacts with the numbers +91980 to +91980 plus `people` less one, and a run of all of them. */
async function newRun(people: number): Promise<{ applicationId: string; runId: string }> {
  const [applicationId, configurationId] = [uuidv7(), uuidv7()]
  const sealed = sealSecrets(configurationId, {}, secrets)
  await database.pool.query(
    `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
       created_at, updated_at) values ($1, 'sms', $2, 'Karix', $3, $4, $5, now(), now())`,
    [applicationId, configurationId, KARIX, sealed, configurationId],
  )
  await database.pool.query(
    `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
     select $1, gen_random_uuid(), '+' || (91979 + i), '{}', now(), now() from generate_series(1, $2::int) i`,
    [applicationId, people],
  )
  const content = { smsBody: 'Hello', message_class: 'promotional' }
  const { runId } = await openRun(database, applicationId, { channel: 'sms', content })
  return { applicationId, runId }
}

async function reported(
  run: { applicationId: string; runId: string },
  kind: 'sent' | 'delivered',
  numbers: readonly string[],
): Promise<void> {
  const { rows } = await database.pool.query<{ seq: number }>(
    `select seq from delivery where run_id = $1 and address = any ($2)`,
    [run.runId, numbers.map(number => `+${number}`)],
  )
  const report = { ...run, kind, at: new Date(), source: 'provider', bot: false } as const
  await applyEvents(
    database,
    rows.map(({ seq }) => ({ ...report, seq })),
  )
}

/** How many wait for a further attempt, with most of a minute left. */
const waiting = async (runId: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `select coalesce(sum(cardinality(seqs)), 0)::int as n from batch where run_id = $1 and not done and due_at > now() + interval '30 seconds'`,
    [runId],
  )
  return rows[0]?.n ?? 0
}

const noLonger = (runId: string) =>
  database.pool.query('update batch set due_at = now() where run_id = $1 and not done', [runId])

const timesAsked = (asked: readonly Asked[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(asked, numberOf)].map(([number, times]) => [number, times.length]))

const FAST = { timeout: 10_000, interval: 10 }
const ended = (runId: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), { timeout: 20_000, interval: 30 })

test('a killed worker leaves those in doubt, of now and of before, a wait in which their reports can come', async () => {
  const server = await startScripted(asked => {
    const number = numberOf(asked)
    return number === '91980' ? { status: 200, body: '<h1>It works!</h1>' } : number === '91983' ? TAKEN : 'hang'
  })
  const run = await newRun(4)
  const supervisor = await startEngine(database, { tuning: TUNING, providerUrls: { karix: server.url } })
  const inDoubt = async (): Promise<number> => {
    const { rows } = await database.pool.query('select 1 from attempt where run_id = $1 and outcome = $2', [
      run.runId,
      ATTEMPT.inDoubt,
    ])
    return rows.length
  }
  await vi.waitFor(async () => expect([server.asked.length, await inDoubt()]).toEqual([4, 1]), FAST)
  server.play(() => TAKEN)
  process.kill(supervisor.pids()[0] ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect([await inDoubt(), await waiting(run.runId)]).toEqual([3, 3]), FAST)
  await reported(run, 'delivered', ['91980'])
  await reported(run, 'sent', ['91981'])
  await noLonger(run.runId)
  await ended(run.runId)
  expect(timesAsked(server.asked)).toEqual({ 91980: 1, 91981: 1, 91982: 2, 91983: 1 })
  const counts = { [STATE.delivered]: 1, [STATE.sent]: 3 }
  expect([await deliveryCounts(database, run.runId), await runCounts(database, run.runId)]).toEqual([counts, counts])
  // Whichever provider the channel has later: this one began the run.
  const { rows } = await database.pool.query('select reports_delivery from run where run_id = $1', [run.runId])
  expect(rows).toEqual([{ reports_delivery: true }])
}, 30_000)

test('so does a machine that fell silent, with all that it had in hand', async () => {
  const server = await startScripted(() => TAKEN)
  const run = await newRun(2)
  await database.pool.query(
    `update batch set owner = gen_random_uuid(), lease_until = now() - interval '1 second' where run_id = $1`,
    [run.runId],
  )
  await startEngine(database, { tuning: TUNING, providerUrls: { karix: server.url } })
  await vi.waitFor(async () => expect(await waiting(run.runId)).toBe(2), FAST)
  await reported(run, 'sent', ['91980'])
  await noLonger(run.runId)
  await ended(run.runId)
  expect(timesAsked(server.asked)).toEqual({ 91981: 1 })
}, 30_000)

/** A run by e-mail to a server with this script, of people whose address is in each mail that arrived. */
async function mailed(script: SmtpScript, people: number) {
  const server = await startMisbehavingSmtp(script)
  const application = await createApplication(database, { contacts: people, port: server.port })
  await startEngine(database, { tuning: { ...TUNING, backoffMs: [50], blockMs: [50] } })
  const { runId } = await openRun(database, application.applicationId)
  await ended(runId)
  return { ...application, server, runId }
}

test('a server that never says what became of a message gets it twice, and the delivery says why no more', async () => {
  const { server, runId } = await mailed(
    {
      // What comes between two doubts does not make them forgotten.
      rcpt: (session, line) => {
        const times = (puttingOff.get(line) ?? 0) + 1
        puttingOff.set(line, times)
        if (times === 2) return '451 4.3.0 try again later'
        return session.notes.has('sender accepted') ? '250 ok' : '503 MAIL first'
      },
      dot: session => {
        session.socket.destroy()
        return undefined
      },
    },
    5,
  )
  expect(Object.values(Object.groupBy(server.arrived, mail => mail.to)).map(mails => mails?.length)).toEqual(
    Array.from({ length: 5 }, () => 2),
  )
  const failed = { [STATE.failed]: 5 }
  expect([await deliveryCounts(database, runId), await runCounts(database, runId)]).toEqual([failed, failed])
  const { rows } = await database.pool.query('select distinct reason, attempts from delivery where run_id = $1', [
    runId,
  ])
  expect(rows).toEqual([{ reason: reasonNumber('in_doubt'), attempts: 3 }])
}, 30_000)

const puttingOff = new Map<string, number>()

test('a server that breaks down over what comes behind a message costs one copy, and none in later runs', async () => {
  const { server, applicationId, configurationId, runId } = await mailed(DOVECOT_2_3, 120)
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 120 })
  expect(server.mails.length).toBe(121)
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select settings ->> 'one_at_a_time' as learnt from channel_configuration where configuration_id = $1`,
      [configurationId],
    )
    expect(rows).toEqual([{ learnt: 'yes' }])
  }, FAST)
  const next = await openRun(database, applicationId)
  await ended(next.runId)
  expect(server.mails.length).toBe(241)
}, 30_000)

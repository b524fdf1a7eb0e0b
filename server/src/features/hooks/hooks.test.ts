import { expect, test } from 'vitest'
import { SMS_SENTENCES } from '../../channels/sms/reasons.ts'
import { recordOutcome } from '../../engine/record/outcomes.ts'
import { storeOutcomes } from '../../engine/record/recorder.ts'
import { STATE } from '../../engine/states.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { randomToken } from '../../lib/secrets.ts'
import { storedWords, withAnswer } from '../../lib/stored-words.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { hookedApp, POISON, type Said, type Shop } from '../../testing/channels/hooked-app.ts'
import { eventually, sentRun } from '../../testing/engine/sent-run.ts'
import { pruneReports, retryReports } from './hooks.ts'

const { kit, metrics, reporting, newShop, call, leave, reports, settled } = await hookedApp()

async function newRun(contacts = 3, record = true) {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, {
    contacts,
    ...(!record && { outcome: () => undefined }),
  })
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { ...shop, runId, seq })
  return { ...shop, runId, tokenOf }
}

const AT = '2026-01-05T10:00:00Z'
const delivered = (token: string): Said => ({ key: `d ${token}`, token, kind: 'delivered', at: AT })
const bounced = (token: string): Said => ({
  key: `b ${token}`,
  token,
  kind: 'bounced',
  at: AT,
  reason: 'blocked',
  code: '30004',
  answer: 'blocked by the carrier',
})

const eventCount = async (runId: string) =>
  (await kit.database.pool.query('select 1 from event where run_id = $1', [runId])).rows.length

test('a report is answered, kept and applied; twice and out of order it changes nothing more', async () => {
  const run = await newRun()
  const [one, two] = [run.tokenOf(1), run.tokenOf(2)]
  const answer = await call(run, { reports: [bounced(one)] })
  expect([answer.statusCode, answer.body]).toEqual([200, 'taken'])
  await call(run, { reports: [bounced(one)] })
  await settled(run)
  await call(run, { reports: [delivered(one), delivered(two), bounced(one)] })
  await call(run, { reports: [{ ...delivered(two), kind: 'sent', key: 'sent' }] })
  await settled(run, 3)
  expect(await runCounts(kit.database, run.runId)).toEqual({
    [STATE.sent]: 1,
    [STATE.delivered]: 1,
    [STATE.bounced]: 1,
  })
  expect(await eventCount(run.runId)).toBe(4)
  const { rows } = await kit.database.pool.query(
    `select detail from event where run_id = $1 and seq = 1 and kind = 2`,
    [run.runId],
  )
  expect(rows).toEqual([
    {
      detail: {
        status: '30004',
        diagnostic: 'blocked by the carrier',
        answer: 'blocked by the carrier',
        reason: 'blocked',
      },
    },
  ])
})

test('a report that somebody had left puts the address among those who left, and outweighs nothing', async () => {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, { contacts: 2 })
  await kit.database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select application_id, 'email', address, 'manual', now() from delivery where run_id = $1 and seq = 2`,
    [runId],
  )
  const left = (seq: number) => {
    const token = signDelivery(kit.deps.secrets, { applicationId: shop.applicationId, runId, seq })
    return { ...bounced(token), reason: 'opted_out', isPermanent: true }
  }
  await call(shop, { reports: [left(1), left(2)] })
  await settled(shop)
  const { rows } = await kit.database.pool.query(
    'select reason, source from suppression where application_id = $1 order by reason',
    [shop.applicationId],
  )
  expect(rows).toEqual([
    { reason: 'manual', source: null },
    { reason: 'unsubscribe', source: 'reply' },
  ])
})

test('an open that a machine made is shown, and counts for nothing', async () => {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, { contacts: 1 })
  const token = signDelivery(kit.deps.secrets, { applicationId: shop.applicationId, runId, seq: 1 })
  const opened = (key: string, agent: string) => ({ key, token, kind: 'opened', agent, at: new Date().toISOString() })
  await call(shop, { reports: [opened('a', 'Mozilla/5.0 (compatible; Barracuda Sentinel; bot)')] })
  await settled(shop, 1)
  const standing = () =>
    kit.database.pool.query(
      `select opened_at > '-infinity' as opened, (select array_agg(bot order by bot) from event where run_id = $1) as bots
       from delivery where run_id = $1`,
      [runId],
    )
  expect((await standing()).rows).toEqual([{ opened: false, bots: [true] }])
  await call(shop, {
    reports: [opened('b', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15')],
  })
  await settled(shop, 2)
  expect((await standing()).rows).toEqual([{ opened: true, bots: [false, true] }])
})

test('a forged call is refused, logged without secrets, counted, and leaves nothing', async () => {
  const run = await newRun()
  const answer = await call(run, { reports: [bounced(run.tokenOf(1))] }, { signature: 'f'.repeat(64) })
  expect(answer.statusCode).toBe(403)
  expect(await reports(run)).toEqual([])
  expect(await metrics.metrics()).toContain('notifly_hook_calls_total{provider="acme",result="refused"} 1')
  // What has not happened is there all the same: an alarm hears the first calls as an increase.
  expect(await metrics.metrics()).toContain('notifly_hook_calls_total{provider="Twilio",result="refused"} 0')
  const line = kit.logLines.find(each => each.includes('was refused') && each.includes(run.applicationId))
  expect(line).toContain('wrong signature')
  for (const secret of [run.hookToken, run.key, 'f'.repeat(64)]) expect(line).not.toContain(secret)
})

test('an unknown token, a provider of another name and one without a hook are the same: nothing here', async () => {
  const shop = await newShop()
  const hookless = await newShop('silent', 'webpush')
  const answers = await Promise.all([
    call({ ...shop, hookToken: randomToken() }, {}),
    call({ ...shop, hookToken: '' }, {}),
    call(shop, {}, { provider: 'twilio' }),
    call(hookless, {}, { provider: 'silent' }),
  ])
  const bodies = new Set(
    answers
      .slice(0, 1)
      .concat(answers.slice(2))
      .map(answer => answer.body),
  )
  expect(answers.map(answer => answer.statusCode)).toEqual([404, 404, 404, 404])
  expect(bodies.size).toBe(1)
})

test('a token of another application moves nothing, whoever signs it', async () => {
  const [ours, theirs] = [await newRun(), await newRun()]
  await call(ours, { reports: [bounced(theirs.tokenOf(1)), delivered(ours.tokenOf(1))] })
  await settled(ours)
  expect(await runCounts(kit.database, theirs.runId)).toEqual({ [STATE.sent]: 3 })
  expect(await runCounts(kit.database, ours.runId)).toEqual({ [STATE.sent]: 2, [STATE.delivered]: 1 })
})

test('what cannot be read is kept, and not asked again', async () => {
  const shop = await newShop()
  const answer = await call(shop, {}, { body: 'this is not JSON' })
  expect(answer.statusCode).toBe(200)
  await eventually(
    () => reports(shop),
    rows => expect(rows).toEqual([{ outcome: 'unreadable', isOpen: false }]),
  )
})

test('one call with a hundred reports, and a hundred calls at once, are all applied', async () => {
  const run = await newRun(100)
  const tokens = Array.from({ length: 100 }, (_, index) => run.tokenOf(index + 1))
  await Promise.all(tokens.map(token => call(run, { reports: [delivered(token)] })))
  await call(run, {
    reports: tokens.map(token => ({ ...delivered(token), key: `o ${token}`, kind: 'opened' as const })),
  })
  await settled(run, 101)
  expect(await runCounts(kit.database, run.runId)).toMatchObject({ [STATE.delivered]: 100, 20: 100 })
})

test('a report that comes before our own record is applied when there is one', async () => {
  const run = await newRun(2, false)
  const { rows } = await kit.database.pool.query<{ address: string }>(
    'select address from delivery where run_id = $1 and seq = 2',
    [run.runId],
  )
  const address = rows[0]?.address.toUpperCase() ?? ''
  const byName = { key: 'n', providerMessageId: 'SM-1', address, kind: 'delivered', at: AT }
  await call(run, { reports: [bounced(run.tokenOf(1)), byName] })
  await eventually(
    () => reports(run),
    found => expect(found).toEqual([{ outcome: 'unmatched', isOpen: true }]),
  )
  const client = await kit.database.pool.connect()
  const batch = { applicationId: run.applicationId, runId: run.runId, channel: 'email', no: 1, token: 1 }
  const sent = (seq: number) => {
    const outcome = recordOutcome(
      { kind: 'sent', answer: 'ok', providerMessageId: `SM-${seq - 1}` },
      { seq, n: 1 },
      Date.now(),
    )
    return outcome === null ? [] : [{ batch, outcome }]
  }
  await storeOutcomes(client, [...sent(1), ...sent(2)], 0)
  client.release()
  kit.clock.advance(15_000)
  await retryReports(kit.deps, reporting)
  expect(await runCounts(kit.database, run.runId)).toEqual({ [STATE.delivered]: 1, [STATE.bounced]: 1 })
  expect(await reports(run)).toEqual([{ outcome: 'bounced, delivered', isOpen: false }])
})

test('a process that ended between answer and reading loses nothing', async () => {
  const run = await newRun()
  await leave(run, [{ reports: [delivered(run.tokenOf(1))] }])
  kit.clock.advance(15_000)
  await retryReports(kit.deps, reporting)
  expect(await eventCount(run.runId)).toBe(1)
})

const standing = async ({ applicationId }: Shop) => {
  const { rows } = await kit.database.pool.query(
    `select outcome, next_try_at is not null as "isOpen", failures, interrupted from report
     where application_id = $1 order by received_at`,
    [applicationId],
  )
  return rows as { outcome: string; isOpen: boolean; failures: number; interrupted: number }[]
}
const poison = () => ({ inbound: [{ key: 'poison', from: '919812345678', text: POISON, at: AT }] })

test('a report that fails in the same way each time is set aside, kept and counted; those behind it are read', async () => {
  const run = await newRun()
  await call(run, poison())
  await eventually(
    () => standing(run),
    rows => expect(rows).toEqual([{ outcome: 'failed', isOpen: true, failures: 1, interrupted: 0 }]),
  )
  await call(run, { reports: [delivered(run.tokenOf(1))] })
  await settled(run)
  for (const seconds of [2, 12, 62]) {
    kit.clock.advance(seconds * 1000)
    await retryReports(kit.deps, reporting)
  }
  const [first, second] = await standing(run)
  expect(first).toEqual({ outcome: 'set_aside', isOpen: false, failures: 4, interrupted: 0 })
  expect(second).toMatchObject({ outcome: 'delivered', isOpen: false })
  expect(await eventCount(run.runId)).toBe(1)
  expect((await kit.app.inject('/metrics')).body).toContain('notifly_reports_set_aside 1')
  expect(kit.logLines.filter(line => line.includes('it is set aside'))).toHaveLength(1)
})

test('after restarts a report that ended its process is read alone, and at last no more; those beside it are read', async () => {
  const run = await newRun(3)
  // One report was in all of these, another in the last.
  await leave(
    run,
    [1, 2, 3].map(seq => ({ reports: [delivered(run.tokenOf(seq))] })),
    [5, 1, 0],
  )
  kit.clock.advance(15_000)
  await retryReports(kit.deps, reporting)
  expect(await standing(run)).toEqual([
    { outcome: 'set_aside', isOpen: false, failures: 0, interrupted: 0 },
    { outcome: 'delivered', isOpen: false, failures: 0, interrupted: 0 },
    { outcome: 'delivered', isOpen: false, failures: 0, interrupted: 0 },
  ])
  expect(await eventCount(run.runId)).toBe(2)
})

test('what the first call teaches binds all that follow, also those that come at the same moment', async () => {
  const shop = await newShop()
  const answers = await Promise.all(
    ['A', 'B', 'C', 'A'].map(account => call(shop, {}, { method: 'GET', query: `?account=${account}` })),
  )
  const { rows } = await kit.database.pool.query<{ settings: Record<string, string> }>(
    'select settings from channel_configuration where application_id = $1',
    [shop.applicationId],
  )
  const pinned = rows[0]?.settings['account'] ?? ''
  expect(rows[0]?.settings).toEqual({ from: 'SHOP', account: pinned })
  expect(answers.map(answer => answer.statusCode)).toEqual(
    ['A', 'B', 'C', 'A'].map(account => (account === pinned ? 200 : 403)),
  )
})

test('what has had its effect is forgotten after a week, what nobody understood after a month, and the effect stays', async () => {
  const run = await newRun()
  await call(run, { reports: [delivered(run.tokenOf(1))] })
  await call(run, {}, { body: 'this is not JSON' })
  await settled(run, 2)
  const left = async () => {
    await pruneReports(kit.deps)
    return (await reports(run)).map(row => row.outcome)
  }
  const older = (days: number) =>
    kit.database.pool.query(
      `update report set received_at = received_at - make_interval(days => $2) where application_id = $1`,
      [run.applicationId, days],
    )
  expect((await left()).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['delivered', 'unreadable'])
  await older(8)
  expect(await left()).toEqual(['unreadable'])
  await call(run, { reports: [delivered(run.tokenOf(1))] })
  await settled(run, 2)
  expect(await eventCount(run.runId)).toBe(1)
  await older(30)
  expect(await left()).toEqual([])
})

test('a body above 1 MB is refused', async () => {
  const shop = await newShop()
  expect((await call(shop, {}, { body: 'x'.repeat(1_048_577) })).statusCode).toBe(413)
})

test('what failed because of the settings is told where they are shown, in the words of its channel', async () => {
  const run = await newRun(1)
  const said = { ...bounced(run.tokenOf(1)), reason: 'no_credit', ofSettings: true, answer: 'Low balance' } as const
  await call(run, { reports: [said] })
  await settled(run)
  const { rows } = await kit.database.pool.query(
    `select failure, failing_since is not null as "isFailing" from channel_configuration where application_id = $1 and channel = 'sms'`,
    [run.applicationId],
  )
  const failure = storedWords(withAnswer(SMS_SENTENCES.no_credit, 'Low balance'))
  expect(rows).toEqual([{ failure, isFailing: true }])
})

/** A campaign of SMS through an emulated Twilio on a bad day, from the launch to the last report. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Campaign, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { EVENT, ENGAGEMENT, STATE } from '../../engine/states.ts'
import { APP_SECRET, testApp } from '../../testing/app.ts'
import { startEngine } from '../../testing/engine/workers.ts'

const RECIPIENTS = Number(process.env['NOTIFLY_TEST_SMS_RECIPIENTS'] ?? 1000)
const kit = await testApp()
const { call, database } = kit
const { pool } = database

const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const BAD_DAY = {
  error_rate: 0.05,
  throttle_rate: 0.02,
  soft_bounce_rate: 0.04,
  hard_bounce_rate: 0.03,
  doubled_rate: 0.3,
  disorder_rate: 0.3,
}

async function startEmulator(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-sms-'))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, pace: 0.02 })
  onTestFinished(async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await fetch(`${sandbox.url}/api/faults/sms`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(BAD_DAY),
  })
  return sandbox.url
}

/** The app on a real port: reports come by HTTP. */
async function listen(): Promise<string> {
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(kit.app.server.address() as AddressInfo).port}`
  Object.assign(kit.deps.config, { publicUrl: url })
  return url
}

const rows = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>(text, values)).rows

test(
  'everybody gets one message and ends in the right state, and the counters are those of the events',
  async () => {
    await ensureLeaves(database, new Date())
    const [sandboxUrl, publicUrl, owner] = [await startEmulator(), await listen(), await kit.withApplication()]
    const { applicationId } = owner
    await pool.query(
      `insert into contact (application_id, contact_id, phone_number, merge_fields, added_at, changed_at)
       select $1, gen_random_uuid(), '+1415' || (5000000 + i), jsonb_build_object('first_name', 'Name' || i, 'own', 'https://shop.example/own/' || i), now(), now()
       from generate_series(1, $2::int) i`,
      [applicationId, RECIPIENTS],
    )
    const settings = {
      provider: 'Twilio',
      account_sid: `AC${'a'.repeat(32)}`,
      auth_token: 'token',
      from: '+14155550123',
    }
    const bearer = owner.bearer
    expect((await call('POST', '/api/notifications/sms/configuration', { bearer, body: settings })).status).toBe(201)
    await startEngine(database, {
      publicUrl,
      masterSecret: APP_SECRET,
      providerUrls: { twilio: `${sandboxUrl}/providers/twilio` },
      tuning: { sweepMs: 50, pollMs: 50, backoffMs: [100, 100, 100, 100, 100] },
    })
    const campaign = {
      campaignName: 'Autumn',
      smsBody:
        'Hi {{ first_name | default: "you" }}, we are back in stock: https://shop.example/{{ first_name | default: "you" }}?from=sms. Yours: {{ own | default: "soon" }}',
      message_class: 'promotional',
      audience: { all: true },
      schedule: NOW,
    }
    const launched = await call<Campaign>('POST', '/api/notifications/schedule/sms', { bearer, body: campaign })
    expect(launched.status).toBe(200)

    const counts = async () => {
      const found = await rows<{ state: number; n: number }>(
        'select state, sum(n)::int as n from run_counter where application_id = $1 group by 1 having sum(n) > 0',
        [applicationId],
      )
      return new Map(found.map(({ state, n }) => [state, n]))
    }
    const ended = async () => {
      const found = await counts()
      const final = (found.get(STATE.delivered) ?? 0) + (found.get(STATE.bounced) ?? 0)
      expect(final + (found.get(STATE.failed) ?? 0)).toBe(RECIPIENTS)
    }
    await vi.waitFor(ended, { timeout: 60_000 + RECIPIENTS * 20, interval: 100 })

    // Exactly one message each, whatever was refused on the way.
    const answer = await fetch(`${sandboxUrl}/api/messages/counts?channel=sms`)
    const { data } = (await answer.json()) as { data: { messages: number; recipients: number; repeated: object[] } }
    const found = await counts()
    expect(data.repeated).toEqual([])
    expect(data.messages).toBe(RECIPIENTS - (found.get(STATE.failed) ?? 0))
    // A message is tried ten times, and fails in 7 % of the attempts.
    expect(found.get(STATE.failed) ?? 0).toBe(0)
    expect(found.get(STATE.bounced)).toBeGreaterThan(RECIPIENTS * 0.035)
    expect(found.get(STATE.bounced)).toBeLessThan(RECIPIENTS * 0.11)

    // Counters, deliveries and events tell the same.
    const states = await rows<{ state: number; n: number }>(
      'select state, count(*)::int as n from delivery where application_id = $1 group by 1',
      [applicationId],
    )
    expect(new Map(states.map(({ state, n }) => [state, n]))).toEqual(
      new Map([...found].filter(([state]) => !Object.values(ENGAGEMENT).some(moment => moment === state))),
    )
    const events = await rows<{ kind: number; n: number; all: number }>(
      'select kind, count(distinct seq)::int as n, count(*)::int as all from event where application_id = $1 group by 1',
      [applicationId],
    )
    const byKind = new Map(events.map(({ kind, n, all }) => [kind, { n, all }]))
    const [delivered, bounced] = [found.get(STATE.delivered) ?? 0, found.get(STATE.bounced) ?? 0]
    expect(byKind.get(EVENT.delivered)).toEqual({ n: delivered, all: delivered })
    expect(byKind.get(EVENT.bounced)).toEqual({ n: bounced, all: bounced })
    const reasons = await rows<{ n: number }>(
      `select count(*)::int as n from suppression where application_id = $1 and channel = 'sms'`,
      [applicationId],
    )
    // Numbers that the network does not know are not written to again; phones that were off are.
    expect(reasons[0]?.n).toBeGreaterThan(RECIPIENTS * 0.01)
    expect(reasons[0]?.n).toBeLessThan(RECIPIENTS * 0.05)
    const statistics = await call<{ sent: number; segments: number }[]>(
      'GET',
      '/api/notification/sms/daily-statistics',
      { bearer },
    )
    // Billed to the country of the recipients' numbers.
    expect(
      await rows(
        'select calling_code, sum(segments)::int as segments from sms_quarter where application_id = $1 group by 1',
        [applicationId],
      ),
    ).toEqual([{ calling_code: '1', segments: data.messages }])
    expect(statistics.data.at(-1)).toMatchObject({ sent: data.messages, segments: data.messages, delivered })

    // A recipient who follows the link of their text comes to their own page, and is known to have clicked.
    const { data: texts } = (await (await fetch(`${sandboxUrl}/api/messages?channel=sms&per_page=1`)).json()) as {
      data: { text: string }[]
    }
    const [, number, link = '', own = ''] =
      /^Hi Name(\d+), we are back in stock: (\S+)\. Yours: (\S+)$/.exec(texts[0]?.text ?? '') ?? []
    expect(link).toMatch(new RegExp(`^${publicUrl}/l/[0-9A-Za-z]{18}$`))
    const follow = async (address: string) => {
      const followed = await fetch(address, { redirect: 'manual', headers: { 'user-agent': SAFARI } })
      return [followed.status, followed.headers.get('location')]
    }
    expect(await follow(link)).toEqual([302, `https://shop.example/Name${number}?from=sms`])
    // An address that a field brought is a link of its own.
    expect(own).toHaveLength(link.length)
    expect(await follow(own)).toEqual([302, `https://shop.example/own/${number}`])
    expect((await fetch(link.slice(0, -1), { redirect: 'manual' })).status).toBe(404)
    kit.clock.advance(2100)
    const clicked = { kind: 'behaviour', event: 'clicked', campaign_uuid: launched.data.uuid, when: { op: 'ever' } }
    const rules = { kind: 'group', match: 'all', rules: [{ ...clicked, times: { op: 'at_least', n: 1 } }] }
    const count = () => call<{ count: number }>('POST', '/api/audience/segment/count', { bearer, body: { rules } })
    await vi.waitFor(async () => expect((await count()).data.count).toBe(1), { timeout: 10_000, interval: 100 })
    expect((await counts()).get(ENGAGEMENT.clicked)).toBe(1)
  },
  120_000 + RECIPIENTS * 20,
)

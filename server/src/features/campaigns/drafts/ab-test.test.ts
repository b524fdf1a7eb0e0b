/** Campaigns that test variants, as people set them up and follow them. */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Campaign, CampaignProblem, Schedule } from '@notifly/contracts/campaigns/campaigns'
import type { Recipient, RunProgress } from '@notifly/contracts/runs/deliveries'
import { describe, expect, test, vi } from 'vitest'
import { decideDueTests } from '../../../engine/ab-tests/ab-test.ts'
import { ENGAGEMENT, STATE } from '../../../engine/states.ts'
import { testApp } from '../../../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../../../testing/campaigns.ts'
import { runDueCampaigns } from '../clock/due.ts'

const kit = await testApp()
const { call, database, clock } = kit
const owner = await kit.withApplication()
const { bearer } = owner
const people = await addContacts(
  kit,
  owner,
  Array.from({ length: 40 }, (_, index) => `person${index}@example.com`),
)
const everyone = await addSegment(kit, owner, 'Subscribers', people)
const couple = await addSegment(kit, owner, 'Couple', people.slice(0, 2))
await setUpEmail(kit, owner)

const SCHEDULE = '/api/notifications/schedule/email'
const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1, send_immediately: true } }

/** On one clock for all. */
const TOGETHER = { delivery_in_users_timezone: false }

const TEST = {
  part: 'subject',
  variants: ['Back in stock', 'Your {{ email }} refill'],
  share: 20,
  metric: 'opened',
  after_hours: 4,
} satisfies AbTest

const whole = (ab_test: unknown = TEST, parts: object = {}) => ({
  campaignName: 'Autumn restock',
  emailBody: '<p>Back</p><a href="https://shop.example/sale">Sale</a>',
  audience: { segment_uuids: [everyone] },
  schedule: NOW,
  ab_test,
  ...parts,
})

const launch = (body: unknown) => call<{ uuid: string; status: string }>('POST', SCHEDULE, { bearer, body })
const draft = (body: unknown) =>
  call<{ uuid: string; problems: CampaignProblem[] }>('POST', '/api/notifications/draft/email', { bearer, body })
const read = async (uuid: string) => (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer })).data
const progress = async (uuid: string) =>
  (await call<RunProgress>('GET', `/api/notifications/delivery/email/${uuid}/summary`, { bearer })).data
const winner = (body: unknown, by = bearer) => call('POST', `${SCHEDULE}/winner`, { bearer: by, body })
const recipients = async (uuid: string, variant: string) =>
  (
    await call<Recipient[]>('GET', `/api/notifications/delivery/email/${uuid}?variant=${variant}&per_page=100`, {
      bearer,
    })
  ).data

/** Launches it and waits until its recipients are fixed. */
async function running(body: unknown = whole()): Promise<{ uuid: string; runId: string }> {
  const { data } = await launch(body)
  await vi.waitFor(async () => expect((await read(data.uuid)).status).toBe('executing'), { timeout: 20_000 })
  return { uuid: data.uuid, runId: (await read(data.uuid)).run_uuid ?? '' }
}

/** As if the test had left, and so many of each variant had been opened. */
async function sentOut(runId: string, opened: [number, number]): Promise<void> {
  await database.pool.query(
    `update delivery d set state = ${STATE.sent}, sent_at = now(),
       opened_at = case when n <= ($2::int[])[variant] then now() else '-infinity'::timestamptz end
     from (select seq, row_number() over (partition by variant order by seq) as n from delivery where run_id = $1) r
     where d.run_id = $1 and d.seq = r.seq and variant > 0`,
    [runId, opened],
  )
  const counts = [
    [STATE.pending, -8],
    [STATE.sent, 8],
    [ENGAGEMENT.opened, opened[0] + opened[1]],
  ]
  await database.pool.query(
    `insert into run_counter (application_id, run_id, shard, state, n)
     select $1, $2, 31, state, n from unnest($3::int[], $4::int[]) as c(state, n)`,
    [owner.applicationId, runId, counts.map(([state]) => state), counts.map(([, n]) => n)],
  )
}

describe('a launch is refused', () => {
  const content = (...variants: object[]) => ({ ...TEST, part: 'content', variants })
  test.each<[string, unknown, string]>([
    ['nothing chosen', {}, 'ab_test.part ab_test.variants ab_test.share ab_test.metric ab_test.after_hours'],
    ['one variant', { ...TEST, variants: ['One'] }, 'ab_test.variants'],
    ['too small a share', { ...TEST, share: 4 }, 'ab_test.share'],
    ['too large a share', { ...TEST, share: 51 }, 'ab_test.share'],
    ['no time', { ...TEST, after_hours: 0 }, 'ab_test.after_hours'],
    ['an empty subject', { ...TEST, variants: ['One', '  '] }, 'ab_test.variants.1'],
    ['the same twice', { ...TEST, variants: ['One', ' One '] }, 'ab_test.variants.1'],
    ['an unknown field', { ...TEST, variants: ['One', 'Two {{ naem }}'] }, 'ab_test.variants.1'],
    ['a broken tag', { ...TEST, variants: ['{% if x %}', 'Two'] }, 'ab_test.variants.0'],
    ['subjects as contents', { ...TEST, part: 'content' }, 'ab_test.variants.0'],
    ['contents as subjects', { ...TEST, variants: ['One', { emailBody: '<p>x</p>' }] }, 'ab_test.variants.1'],
    [
      'a content without a body or a subject',
      content({ emailBody: '<p>One</p>', emailSubject: 'One' }, {}),
      'ab_test.variants.1.emailSubject ab_test.variants.1.emailBody',
    ],
    [
      'a body with an error',
      content({ emailBody: '<p>One</p>', emailSubject: 'S' }, { emailBody: '<p>{{ naem }}</p>', emailSubject: 'S' }),
      'ab_test.variants.1.emailBody',
    ],
  ])('with %s', async (_, ab_test, fields) => {
    const { status, body } = await launch(whole(ab_test))
    expect(status).toBe(400)
    expect([...new Set(body.errors?.map(({ field }) => field))]).toEqual(expect.arrayContaining(fields.split(' ')))
    expect(body.errors?.every(({ message }) => message.length > 10)).toBe(true)
  })

  test('with more than four variants, and with a template that is gone', async () => {
    const five = await launch(whole({ ...TEST, variants: ['1', '2', '3', '4', '5'] }))
    expect(five.body.errors).toEqual([
      expect.objectContaining({ field: 'ab_test.variants', message: 'Use up to 4 variants.' }),
    ])
    const template_uuid = '01890000-0000-7000-8000-000000000001'
    const gone = await launch(whole(content({ template_uuid }, { emailBody: '<p>x</p>', emailSubject: 'x' })))
    expect(gone.status).toBe(404)
    expect(gone.body.errors).toMatchObject([{ field: 'ab_test.variants.0.template_uuid' }])
  })

  test('for an audience of fewer people than variants, as its estimate says', async () => {
    const three = { ...TEST, variants: ['One', 'Two', 'Three'] }
    const audience = { segment_uuids: [couple] }
    const { status, body } = await launch(whole(three, { audience }))
    expect(status).toBe(400)
    const problem = 'A test of 3 variants needs at least 3 recipients, and this audience has 2.'
    expect(body.errors).toEqual([expect.objectContaining({ field: 'ab_test.variants', message: problem })])
    const estimate = (ab_test: object, segment: string) =>
      call('POST', '/api/notifications/estimate/email', {
        bearer,
        body: { audience: { segment_uuids: [segment] }, ab_test },
      })
    expect((await estimate(three, couple)).data).toMatchObject({ ab_test: { groups: [1, 1, 0], rest: 0, problem } })
    expect((await estimate(TEST, everyone)).data).toMatchObject({
      ab_test: { groups: [4, 4], rest: 32, problem: null },
    })
    const end = Math.floor(clock.now().getTime() / 86_400_000) * 86_400 + 60 * 86_400 - 1
    const schedule = {
      message_type: { type: 3, days_of_week: [1, 2, 3, 4, 5, 6, 7] },
      campaign_start_date: { type: 3, local_time: 75_600, timezone: 'UTC' },
      sunset: { type: 1, date: end },
      advanced: { delivery_in_users_timezone: false },
    }
    const endsEarly = async (after_hours: number) => {
      const asked = { audience: { segment_uuids: [everyone] }, schedule, ab_test: { ...TEST, after_hours } }
      const { data } = await call<{ ab_test: { ends_early: boolean } }>('POST', '/api/notifications/estimate/email', {
        bearer,
        body: asked,
      })
      return data.ab_test.ends_early
    }
    expect([await endsEarly(2), await endsEarly(4)]).toEqual([false, true])
  })

  test.each<[string, object]>([
    ['in the time zones of recipients', { advanced: { delivery_in_users_timezone: true } }],
    ['by intelligent delivery', { campaign_start_date: { type: 2, intelligent_delivery: true } }],
  ])('together with delivery %s', async (_, part) => {
    const date = Math.floor(clock.now().getTime() / 1000) + 3 * 86_400
    const fixed = { type: 3, local_time: 34_200, timezone: 'UTC' }
    const schedule = { message_type: { type: 1, date }, campaign_start_date: fixed, ...part }
    const { status, body } = await launch(whole(TEST, { schedule }))
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(expect.objectContaining({ field: 'ab_test' }))
  })
})

describe('a draft', () => {
  test('keeps an unfinished test, and a duplicate has it too', async () => {
    const ab_test = { part: 'content', variants: [{ emailSubject: 'One' }], share: 3 }
    const { data } = await draft({ campaignName: 'Half', ab_test })
    expect((await read(data.uuid)).ab_test).toEqual(ab_test)
    await call('PUT', `/api/notifications/draft/email?uuid=${data.uuid}`, { bearer, body: { emailSubject: 'x' } })
    expect((await read(data.uuid)).ab_test).toEqual(ab_test)
    const copy = await call<{ uuid: string }>('POST', `${SCHEDULE}/duplicate`, { bearer, body: { uuid: data.uuid } })
    expect((await read(copy.data.uuid)).ab_test).toEqual(ab_test)
    await call('PUT', `/api/notifications/draft/email?uuid=${data.uuid}`, { bearer, body: { ab_test: null } })
    expect((await read(data.uuid)).ab_test).toBeNull()
  })

  test('lists problems with the variant that they are of', async () => {
    const subjects = await draft({ emailBody: '{{ naem }}', ab_test: { ...TEST, variants: ['Fine', '{{ wrong }}'] } })
    const errorsOf = ({ data }: typeof subjects) => data.problems.filter(each => each.severity === 'error')
    expect(errorsOf(subjects)).toMatchObject([
      { part: 'html', field: 'naem' },
      { part: 'subject', variant: 2 },
    ])
    expect(subjects.data.problems[0]).not.toHaveProperty('variant')
    const variants = [{ emailBody: '{{ naem }}' }, { emailBody: '<p>Fine</p>', emailSubject: '{{ wrong }}' }]
    const contents = await draft({ emailBody: '{{ unused }}', ab_test: { ...TEST, part: 'content', variants } })
    expect(errorsOf(contents)).toMatchObject([
      { part: 'html', field: 'naem', variant: 1 },
      { part: 'subject', field: 'wrong', variant: 2 },
    ])
  })
})

describe('a run with a test', () => {
  test('shows how its variants do, and who wins', async () => {
    const { uuid, runId } = await running()
    const waiting = await progress(uuid)
    expect(waiting.ab_test).toMatchObject({
      part: 'subject',
      metric: 'opened',
      share: 20,
      state: 'running',
      winner: null,
      verdict: null,
      decided_by: null,
      variants: [
        { no: 1, subject: 'Back in stock', recipients: 4, sent: 0 },
        { no: 2, subject: 'Your {{ email }} refill', recipients: 4, sent: 0 },
      ],
      rest: { recipients: 32, sent: 0 },
    })
    const hours = ((waiting.ab_test?.decide_on ?? 0) * 1000 - clock.now().getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(3.9)
    expect(hours).toBeLessThanOrEqual(4)
    const rest = await recipients(uuid, 'rest')
    expect(rest).toHaveLength(32)
    expect(rest[0]).toMatchObject({ current_status: 'scheduled', status_code: 4, variant: null, test_group: 'rest' })
    const trail = await call('GET', `/api/notifications/delivery/email/${uuid}/events?recipient=${rest[0]?.uuid}`, {
      bearer,
    })
    expect(trail.status).toBe(200)
    expect(await recipients(uuid, '1,2')).toHaveLength(8)
    expect((await recipients(uuid, '2')).map(each => each.variant)).toEqual([2, 2, 2, 2])

    await sentOut(runId, [1, 3])
    await decideDueTests({ ...kit.deps, clock: { now: () => new Date(clock.now().getTime() + 4.1 * 3_600_000) } })
    await vi.waitFor(async () =>
      expect((await progress(uuid)).ab_test).toMatchObject({
        state: 'decided',
        decide_on: null,
        winner: 2,
        decided_by: null,
        // It won, and the figures were too few to say that it is better: that stays with the decision.
        verdict: { kind: 'too_few', leader: null, sure: null, more: null },
        variants: [
          { no: 1, sent: 4, opened: 1 },
          { no: 2, sent: 4, opened: 3 },
        ],
      }),
    )
    const [other] = await recipients(uuid, 'rest')
    expect(other).toMatchObject({ variant: 2, test_group: 'rest' })
    // What the test found out is not asked again.
    const again = await call<{ uuid: string }>('POST', `${SCHEDULE}/resend`, {
      bearer,
      body: { uuid, who: 'not_opened' },
    })
    expect(await read(again.data.uuid)).toMatchObject({ emailSubject: 'Your {{ email }} refill' })
    expect((await read(again.data.uuid)).ab_test ?? null).toBeNull()
    const csv = await kit.app.inject({
      method: 'GET',
      url: `/api/notifications/delivery/email/${uuid}/export?variant=1`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    const lines = csv.body.trim().split(/\r?\n/)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/,variant,test_group,conversions,converted_on,revenue$/)
    expect(lines[1]).toMatch(/,A,test,0,,$/)
  })

  test('has its winner chosen by hand: by whoever may update, once, on record', async () => {
    const { uuid, runId } = await running()
    expect((await winner({ uuid, variant: 3 })).status).toBe(400)
    expect((await winner({ uuid, variant: 5 })).status).toBe(400)
    const stranger = await kit.withApplication()
    expect((await winner({ uuid, variant: 1 }, stranger.bearer)).status).toBe(404)
    const chosen = await winner({ uuid, run_uuid: runId, variant: 1 })
    expect(chosen.data).toEqual({ uuid, run_uuid: runId, winner: 1 })
    const again = await winner({ uuid, variant: 2 })
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('The winner is already decided: variant A.')
    expect((await progress(uuid)).ab_test).toMatchObject({ winner: 1, decided_by: owner.user.name })
    const entry = await database.kysely
      .selectFrom('audit_entry')
      .where('action', '=', 'campaign.choose-winner')
      .select('after')
      .executeTakeFirstOrThrow()
    expect(entry.after).toEqual({ run_uuid: runId, winner: 'A' })
  })

  test('that is over has no winner any more', async () => {
    const { uuid } = await running()
    expect((await call('DELETE', `${SCHEDULE}?uuid=${uuid}`, { bearer })).status).toBe(200)
    expect((await winner({ uuid, variant: 1 })).status).toBe(409)
    const plain = await running(whole(null, { emailSubject: 'Plain' }))
    expect((await winner({ uuid: plain.uuid, variant: 1 })).status).toBe(404)
    expect((await progress(plain.uuid)).ab_test).toBeNull()
  })

  test('of contents has its own links, and keeps its templates from being deleted while it waits', async () => {
    const body = { type: 'Email', name: 'Fruit', subject: 'Pears', html: '<a href="https://shop.example/pears">x</a>' }
    const made = await call<{ template_uuid: string }>('POST', '/api/template', { bearer, body })
    const { template_uuid } = made.data
    const own = { emailBody: '<a href="https://shop.example/apples">x</a>', emailSubject: 'Apples' }
    const ab_test = { ...TEST, part: 'content', variants: [own, { template_uuid: template_uuid.toUpperCase() }] }
    const date = Math.floor(clock.now().getTime() / 1000) + 3 * 86_400
    const later = {
      message_type: { type: 1, date },
      campaign_start_date: { type: 3, local_time: 0, timezone: 'UTC' },
      advanced: { delivery_in_users_timezone: false },
    }
    const { data } = await launch(whole(ab_test, { schedule: later, emailBody: '' }))
    expect(data.status).toBe('scheduled')
    const refused = await call('DELETE', `/api/template?template_uuid=${template_uuid}`, { bearer })
    expect(refused.status).toBe(409)
    await call('DELETE', `${SCHEDULE}?uuid=${data.uuid}`, { bearer })
    const { uuid, runId } = await running(whole(ab_test, { emailBody: '' }))
    expect((await progress(uuid)).ab_test?.variants).toMatchObject([
      { subject: 'Apples', template_name: null },
      { subject: 'Pears', template_name: 'Fruit' },
    ])
    const links = await database.kysely
      .selectFrom('run_link')
      .where('run_id', '=', runId)
      .select(['no', 'url'])
      .execute()
    expect(links.map(link => link.url).toSorted()).toEqual([
      'https://shop.example/apples',
      'https://shop.example/pears',
    ])
  })
})

test('a campaign that recurs tests anew with every run', async () => {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const schedule: Schedule = {
    message_type: { type: 3, interval: 3600 },
    campaign_start_date: { type: 3, local_time: (Math.ceil(seconds / 60) * 60 + 60) % 86_400, timezone: 'UTC' },
    advanced: TOGETHER,
  }
  const { data, body } = await launch(whole(TEST, { schedule }))
  expect(body.errors).toBeUndefined()
  const first = (await read(data.uuid)).next_run ?? 0
  for (const moment of [first, first + 3600]) {
    await moveClockTo(kit, new Date(moment * 1000), owner)
    await runDueCampaigns(kit.deps)
  }
  const tests = await database.kysely
    .selectFrom('run')
    .innerJoin('run_test', 'run_test.run_id', 'run.run_id')
    .where('campaign_id', '=', data.uuid)
    .select(['run_test.winner', 'run_test.share'])
    .execute()
  expect(tests).toEqual([
    { winner: null, share: 20 },
    { winner: null, share: 20 },
  ])
})

/** A launch at once can be undone until its recipients are fixed; the moment of that is kept with the job that fixes them. */
import type { Campaign, CampaignDraft } from '@notifly/contracts/campaigns/campaigns'
import { expect, test } from 'vitest'
import { deliveryJobs, PREPARE_RUN } from '../../../engine/snapshot/prepare-run.ts'
import { type ApplicationOwner, type Reply, testApp } from '../../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../../testing/approvals.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'

const kit = await testApp()
const { call, clock, database } = kit
const team = approvalTeamOf(kit)
const owner = await kit.withApplication()
const stranger = await kit.withApplication()
const people = await addContacts(kit, owner, ['ann@example.com', 'bob@example.com'])
const segment = await addSegment(kit, owner, 'Subscribers', people)
await setUpEmail(kit, owner)

const SCHEDULE = '/api/notifications/schedule/email'
const DRAFT = '/api/notifications/draft/email'
const SECONDS = 60
const PARTS = {
  campaignName: 'Spring sale',
  emailSubject: 'Hi {{ email }}',
  emailBody: '<p>Hi <a href="https://shop.example">x</a></p>',
  attachments: [{ content: 'aGVsbG8=', filename: 'Plan.txt', type: 'text/plain' }],
  audience: { segment_uuids: [segment] },
  schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1 } },
} satisfies CampaignDraft | object

const waits = (undo_seconds: number) =>
  call('POST', '/api/verticals', {
    bearer: owner.bearer,
    body: { uuid: owner.applicationId, name: 'Shop', undo_seconds },
  })
const launch = ({ bearer }: Pick<ApplicationOwner, 'bearer'> = owner, parts: object = PARTS) =>
  call<{ uuid: string; undo_seconds: number; status: string }>('POST', SCHEDULE, { bearer, body: parts })
const undo = (uuid: string, { bearer }: Pick<ApplicationOwner, 'bearer'> = owner) =>
  call<{ uuid: string; status: string }>('POST', `${SCHEDULE}/undo`, { bearer, body: { uuid } })
const read = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const runsOf = (uuid: string) => database.kysely.selectFrom('run').where('campaign_id', '=', uuid).selectAll().execute()
const refusalOf = ({ status, body }: Reply<unknown>) => [status, body.message]
const TOO_LATE = [409, 'Too late to undo: messages may already be sent. Pause or cancel instead.']

const jobs = deliveryJobs({ database, clock })

/** What the job does at its moment; a job that fails comes again. */
async function begin(uuid: string): Promise<boolean> {
  const [run] = await runsOf(uuid)
  try {
    const prepare = jobs[PREPARE_RUN] as (payload: unknown) => Promise<void>
    await prepare({ applicationId: owner.applicationId, runId: run?.run_id })
  } catch {
    return false
  }
  return (await runsOf(uuid)).some(({ started_at: startedAt }) => startedAt !== null)
}

await waits(SECONDS)

test('a launch waits for as long as the application says, and undone it is the draft that it was', async () => {
  const { bearer } = owner
  const { uuid } = (await call<{ uuid: string }>('POST', DRAFT, { bearer, body: PARTS })).data
  const draft = await read(uuid)
  const before = Math.floor(clock.now().getTime() / 1000)
  expect((await launch(owner, { uuid })).data).toMatchObject({ uuid, status: 'pending', undo_seconds: SECONDS })
  const launched = await read(uuid)
  expect(launched).toMatchObject({ status: 'pending', run_status: 'scheduled', counts: {} })
  expect(launched.undo_until).toBeGreaterThanOrEqual(before + SECONDS)
  expect(launched.started_on).toBe(launched.undo_until)
  // A product that was killed meanwhile finds the moment with its job.
  const waiting = await database.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where task_identifier = $1',
    [PREPARE_RUN],
  )
  expect(waiting.rows.map(({ run_at: at }) => Math.floor(at.getTime() / 1000))).toEqual([launched.undo_until])

  expect((await undo(uuid, stranger)).status).toBe(404)
  expect((await undo(uuid)).data).toEqual({ uuid, status: 'draft' })
  expect({ ...(await read(uuid)), updated_on: 0 }).toEqual({ ...draft, updated_on: 0 })
  expect(await runsOf(uuid)).toEqual([])
  for (const table of ['run_link', 'run_attachment'] as const) {
    expect(await database.kysely.selectFrom(table).select('run_id').execute()).toEqual([])
  }
  const entry = (await team.trail(owner)).at(-1)
  expect(entry).toMatchObject({
    action: 'campaign.undo-launch',
    before: { status: 'pending' },
    after: { status: 'draft' },
  })
  expect(refusalOf(await undo(uuid))).toEqual([409, 'You can’t do this to a draft.'])
  // It can be launched again, and undone while it is paused.
  expect((await launch(owner, { uuid })).status).toBe(200)
  expect((await call('POST', `${SCHEDULE}/pause`, { bearer, body: { uuid } })).status).toBe(200)
  expect((await undo(uuid)).status).toBe(200)
  expect((await read(uuid)).status).toBe('draft')
})

test('once its recipients are fixed it cannot be undone any more', async () => {
  const { uuid } = (await launch()).data
  expect(await begin(uuid)).toBe(true)
  expect(refusalOf(await undo(uuid))).toEqual(TOO_LATE)
  expect(await read(uuid)).toMatchObject({ status: 'executing', undo_until: null })
})

test('undone in the moment in which it begins, exactly one of both happens', async () => {
  for (let round = 0; round < 6; round++) {
    const { uuid } = (await launch()).data
    const [begun, undone] = await Promise.all([begin(uuid), undo(uuid), undo(uuid)])
    // Where both met the same lock neither may have won: the job comes again.
    const hasBegun = begun || (undone.status === 409 && (await begin(uuid)))
    const { status } = await read(uuid)
    expect(status).toBe(hasBegun ? 'executing' : 'draft')
    expect(await runsOf(uuid)).toHaveLength(hasBegun ? 1 : 0)
  }
})

test('a launch by approval waits as well, and whoever may launch takes it back', async () => {
  const [maker, validator] = [await team.maker(owner), await team.validator(owner)]
  const { uuid } = (await call<{ uuid: string }>('POST', DRAFT, { bearer: maker.bearer, body: PARTS })).data
  const request = heldAs(await launch(maker, { uuid }))
  expect((await team.decide(validator, request, 'approve')).status).toBe(200)
  expect((await read(uuid)).undo_until).not.toBeNull()
  expect((await undo(uuid, maker)).data).toEqual({ uuid, status: 'draft' })
  // Sent again it needs a new approval.
  heldAs(await launch(maker, { uuid }))
})

test('what has a moment of its own, and what has had a run, is not undone; with 0 seconds nothing waits', async () => {
  const date = Math.floor(clock.now().getTime() / 1000) + 86_400
  const later = { message_type: { type: 1, date }, campaign_start_date: { type: 3, local_time: 0, timezone: 'UTC' } }
  const { data } = await launch(owner, {
    ...PARTS,
    schedule: { ...later, advanced: { delivery_in_users_timezone: false } },
  })
  expect(data).toMatchObject({ status: 'scheduled', undo_seconds: 0 })
  expect(refusalOf(await undo(data.uuid))).toEqual([409, 'You can’t do this to a scheduled campaign.'])
  await waits(0)
  const { uuid, undo_seconds } = (await launch()).data
  expect(undo_seconds).toBe(0)
  expect((await read(uuid)).undo_until).toBeNull()
})

test('moments that are promised for a launch at once come after the wait', async () => {
  await waits(120)
  const from = 1_800_000_000
  const { audience, schedule } = PARTS
  const path = '/api/notifications/estimate/email'
  const { data } = await call<{ next_runs: number[] }>('POST', path, {
    bearer: owner.bearer,
    body: { audience, schedule, from },
  })
  expect(data.next_runs).toEqual([from + 120])
  for (const seconds of [-1, 121, 1.5]) expect((await waits(seconds)).status).toBe(400)
})

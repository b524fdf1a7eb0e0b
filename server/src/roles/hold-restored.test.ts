/** The first start on a database that was restored: nothing that reaches people happens by itself. */
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import type { AcceptedMessage, MessageDetails } from '@notifly/contracts/messages/messages'
import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { expect, test } from 'vitest'
import { claimBatch } from '../engine/batches/lease-queries.ts'
import { ensureLeaves } from '../db/partitions.ts'
import { hasUnheld, markRestored } from '../db/restoration.ts'
import { decideOverdue } from '../features/approvals/escalate.ts'
import { insertRequest } from '../features/approvals/queries.ts'
import { runDueCampaigns } from '../features/campaigns/clock/due.ts'
import { SUMMARY_MAIL } from '../features/dashboards/summaries/mail.ts'
import { HAND_OVER } from '../features/support/hand-over.ts'
import { COMMANDS } from '../background.ts'
import { enqueue } from '../jobs/jobs.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { testApp } from '../testing/app.ts'
import { addContacts, addSegment, moveClockTo, setUpEmail } from '../testing/campaigns.ts'
import { newProgram } from '../testing/programs.ts'
import { sentRun } from '../testing/engine/sent-run.ts'
import { holdRestored } from './hold-restored.ts'

const HOUR_MS = 3_600_000
const SCHEDULE = '/api/notifications/schedule/email'
const MESSAGES = '/api/v1/messages'

const kit = await testApp()
const { call, clock, database } = kit
const db = database.kysely
await ensureLeaves(database, clock.now())

const owner = await kit.withApplication()
await setUpEmail(kit, owner)
const segment = await addSegment(
  kit,
  owner,
  'All',
  await addContacts(kit, owner, ['ann@example.com', 'bob@example.com']),
)
const program = await newProgram(kit, owner, ['messages:send', 'messages:read'])

async function schedule(inHours: number): Promise<string> {
  const seconds = Math.ceil((clock.now().getTime() + inHours * HOUR_MS) / 1000)
  const body = {
    campaignName: `In ${inHours} hours`,
    emailSubject: 'Hi',
    emailBody: '<p>x</p>',
    audience: { segment_uuids: [segment] },
    schedule: {
      message_type: { type: 1, date: seconds },
      campaign_start_date: { type: 3, local_time: seconds % 86_400, timezone: 'UTC' },
      advanced: { delivery_in_users_timezone: false },
    },
  }
  return (await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })).data.uuid
}

async function send(inHours: number): Promise<string> {
  const at = inHours === 0 ? {} : { send_at: new Date(clock.now().getTime() + inHours * HOUR_MS).toISOString() }
  const body = { channel: 'email', to: 'cleo@example.com', content: { subject: 'Hi', text: 'Hello.' }, ...at }
  return (await program.call<AcceptedMessage>('POST', MESSAGES, body)).data.id
}

/** Its deadline, in an hour, approves it. */
async function addRequest(): Promise<string> {
  const approvalId = uuidv7()
  const now = clock.now()
  const what = { command: 'segment.create', endpoint: 'POST /api/segments', activity: 1, title: 'A segment' }
  await insertRequest(db, {
    ...{ approvalId, applicationId: owner.applicationId, organizationId: owner.organizationId },
    ...{ ...what, objectType: 'segment', objectId: uuidv7(), makerId: owner.user.uuid, payload: {}, secrets: null },
    ...{ before: null, reopens: null, group: 1, sla: { option: 2, minutes: 60 }, now },
    dueAt: new Date(now.getTime() + HOUR_MS),
  })
  return approvalId
}

const campaign = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data
const message = async (id: string) => (await program.call<MessageDetails>('GET', `${MESSAGES}/${id}`)).data

test('what may have been sent since the backup waits for a person; what is still to come does not', async () => {
  const running = await schedule(1)
  const passed = await schedule(3)
  const toCome = await schedule(30)
  const [dueMessage, laterMessage] = [await send(0), await send(30)]
  await moveClockTo(kit, new Date(clock.now().getTime() + 2 * HOUR_MS), owner)
  await runDueCampaigns(kit.deps)
  await expect.poll(async () => (await campaign(running)).status).toBe('executing')
  const { runId: leased } = await sentRun(database, owner.applicationId, { name: 'Half sent' })
  await database.pool.query(`update run set state = 'executing', ended_at = null where run_id = $1`, [leased])
  await database.pool.query(
    `update batch set done = false, owner = $2, lease_until = now() - interval '1 hour' where run_id = $1`,
    [leased, uuidv7()],
  )
  const requestId = await addRequest()
  const tomorrow = new Date(Date.now() + 24 * HOUR_MS)
  await enqueue(db, SUMMARY_MAIL, { day: '2026-01-01' }, { runAt: tomorrow })
  await enqueue(db, HAND_OVER, { ticket_no: 1 }, { runAt: tomorrow })
  const backup = clock.now()

  await moveClockTo(kit, new Date(clock.now().getTime() + 4 * HOUR_MS), owner)
  await markRestored(database.connectionString, { moment: backup, restoredAt: clock.now() })
  await Promise.all([1, 2].map(() => holdRestored({ database, log: kit.deps.log }, clock.now())))
  expect(await hasUnheld(db)).toBe(false)

  const reason = `Notifly was restored from a backup of ${backup.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const run = await database.pool.query<{ run_id: string }>('select run_id from run where campaign_id = $1', [running])
  const path = `/api/notifications/delivery/email/${run.rows[0]?.run_id}/summary`
  const progress = (await call<RunProgress>('GET', path, { bearer: owner.bearer })).data
  expect(progress).toMatchObject({ status: 'paused', status_reason: expect.stringContaining(reason) as string })
  expect(await campaign(passed)).toMatchObject({
    status: 'paused',
    status_reason: expect.stringContaining(reason) as string,
  })
  expect(await campaign(toCome)).toMatchObject({ status: 'scheduled' })
  expect(await message(dueMessage)).toMatchObject({ status: 'failed', reason: 'restored' })
  expect(await message(laterMessage)).toMatchObject({ status: 'scheduled' })

  // Nothing begins, nothing is decided, and no worker finds anything.
  expect(await runDueCampaigns(kit.deps)).toBe(0)
  await decideOverdue(kit.deps, COMMANDS)
  const { rows: requests } = await database.pool.query(
    'select status, sla_option from approval where approval_id = $1',
    [requestId],
  )
  expect(requests).toEqual([{ status: 0, sla_option: 3 }])
  const worker = { workerId: uuidv7(), hostId: uuidv7() }
  for (const laneClass of [0, 1] as const) {
    const claim = { now: clock.now(), busyLanes: [], leaseMs: 30_000, messagesPerMinute: 0, laneClass }
    expect(await claimBatch(database.pool, worker, claim)).toBeNull()
  }
  const { rows: jobs } = await database.pool.query<{ name: string }>(
    `select task_identifier as name from graphile_worker.jobs where task_identifier = any ($1)`,
    [[SUMMARY_MAIL, HAND_OVER]],
  )
  expect(jobs.map(({ name }) => name)).toEqual([HAND_OVER])
  const { rows: counters } = await database.pool.query(
    `select sum(n)::int as n from run_counter c join run r using (application_id, run_id) where r.stream is not null and c.state = 1`,
  )
  expect(counters).toEqual([{ n: 1 }])
  const status = (await call<OperatorStatus>('GET', '/api/operator', { bearer: owner.bearer })).data
  expect(status.restored).toMatchObject({ runs: 2, campaigns: 1, messages: 1, mails: 1, requests: 1 })
})

test('a paused run goes on when it is resumed, and whom a worker had in hand counts as in doubt', async () => {
  const { rows } = await database.pool.query<{ run_id: string; campaign_id: string }>(
    `select run_id, campaign_id from run where name = 'Half sent'`,
  )
  const [half] = rows
  await database.pool.query(`update run set state = 'executing' where run_id = $1`, [half?.run_id])
  const worker = { workerId: uuidv7(), hostId: uuidv7() }
  const claim = { now: clock.now(), busyLanes: [], leaseMs: 30_000, messagesPerMinute: 0, laneClass: 1 } as const
  expect(await claimBatch(database.pool, worker, claim)).toMatchObject({ runId: half?.run_id, isTakenOver: true })
})

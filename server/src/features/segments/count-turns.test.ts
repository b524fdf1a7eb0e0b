/** Whatever one application has counted, in a page or in the background, another's segments get their turn. */
import type { Segment } from '@notifly/contracts/contacts/audience'
import { expect, test } from 'vitest'
import { limitedRead } from '../../db/fair-places.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'

const kit = await testApp()
const person = await kit.signUpAndIn()
const busy = await kit.withApplication(person)
const other = await kit.withApplication(person)

const SEGMENTS = '/api/audience/segment'
const rules = {
  kind: 'group',
  match: 'all',
  rules: [{ kind: 'field', field: 'email', type: 'text', op: 'is_not', value: 'nobody@example.com' }],
}

const post = (who: ApplicationOwner, path: string, body: object) =>
  kit.call<{ segment_uuid: string }>('POST', path, { bearer: who.bearer, body })

async function createSegment(who: ApplicationOwner, name: string): Promise<string> {
  const { status, data } = await post(who, SEGMENTS, { segment_name: name, rules })
  expect(status).toBe(201)
  return data.segment_uuid
}

async function counts(who: ApplicationOwner): Promise<number[]> {
  return (await kit.call<Segment[]>('GET', SEGMENTS, { bearer: who.bearer })).data.map(({ count }) => count)
}

test('while so many reads of an application wait that no more may, it counts no segment, and another does', async () => {
  const segments = new Map([
    [busy, await createSegment(busy, 'Everyone')],
    [other, await createSegment(other, 'Everyone')],
  ])
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 32 }, () =>
    limitedRead(busy.applicationId, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  await expect.poll(() => ends.length).toBe(2)
  const statuses = async (who: ApplicationOwner) => [
    (await post(who, `${SEGMENTS}/count`, { rules })).status,
    (await post(who, `${SEGMENTS}/reach`, { rules })).status,
    (await kit.call('GET', `${SEGMENTS}?segment_uuid=${segments.get(who)}`, { bearer: who.bearer })).status,
  ]
  expect(await statuses(busy)).toEqual([429, 429, 429])
  expect(await statuses(other)).toEqual([200, 200, 200])
  for (let ended = 0; ended < slow.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(slow)
  expect(await statuses(busy)).toEqual([200, 200, 200])
})

test('counts in the background are one job at a time of an application, however often they are asked for', async () => {
  const { pool } = kit.database
  await pool.query('update segment set contact_count = 7')
  kit.clock.advance(6 * 60_000)
  const running = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'segments.count' and j.locked_at is not null`,
    )
    return rows[0]?.n
  }
  // A count that does not end.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from segment where application_id = $1 for update', [busy.applicationId])
  for (let asked = 0; asked < 8; asked++) {
    expect(await counts(busy)).toEqual([7])
    await expect.poll(running).toBe(1)
  }
  await expect.poll(() => counts(other)).toEqual([0])
  expect(await counts(busy)).toEqual([7])
  await holder.query('rollback')
  holder.release()
  await expect.poll(() => counts(busy)).toEqual([0])
})

/** Lists of requests, whatever these hold. */
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { receivedBytes } from '../../testing/received-bytes.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)

test('a request of any size is a few kilobytes in a list before it leaves the database, and whole when it is asked for', async () => {
  const [boss, clerk] = [await kit.signUpAndIn(), await kit.signUpAndIn()]
  const owner = await kit.withApplication(boss)
  const maker = await team.maker(owner, clerk)
  const html = `<p>${'ä long '.repeat(200_000)}</p>`
  const approvalId = heldAs(
    await kit.call('POST', '/api/template', {
      bearer: maker.bearer,
      body: { type: 'Email', name: 'Offer', subject: 'Hi', html },
    }),
  )
  await kit.database.pool.query(
    `update approval set payload = payload || jsonb_build_object('many', (select jsonb_agg(repeat('x', 100000)) from generate_series(1, 200)))
     where approval_id = $1`,
    [approvalId],
  )
  const received = receivedBytes(kit.database.pool)
  const [row] = (await team.list(owner)).data
  expect(received()).toBeLessThan(1_000_000)
  expect(JSON.stringify(await team.read(owner, approvalId)).length).toBeGreaterThan(21_000_000)
  expect(row?.is_shortened).toBe(true)
  expect(row?.payload['html']).toBe(`${html.slice(0, 5000)}…`)
  expect(row?.payload['many']).toHaveLength(100)
})

/** Lists of requests, whatever these hold. */
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { heldAs, officeOf } from '../../testing/approvals.ts'
import { selectRequests } from './list-queries.ts'

const kit = await testApp()
const office = officeOf(kit)

test('a request of any size is a few kilobytes in a list before it leaves the database, and whole when it is asked for', async () => {
  const [boss, clerk] = [await kit.signUpAndIn(), await kit.signUpAndIn()]
  const owner = await kit.withApplication(boss)
  const maker = await office.maker(owner, clerk)
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
  const viewer = { applicationId: maker.applicationId, accountId: '', seesAll: true, approves: [], groups: [] }
  const read = async (filter: object) => {
    const { rows } = await selectRequests(
      kit.database.kysely,
      viewer,
      { isMine: false, ...filter },
      { page: 1, perPage: 9 },
    )
    return rows.map(row => JSON.stringify([row.payload, row.before]).length)
  }
  const [listed = 0] = await read({})
  expect(listed).toBeLessThan(600_000)
  const [whole = 0] = await read({ approvalId })
  expect(whole).toBeGreaterThan(21_000_000)
  const [row] = (await office.list(owner)).data
  expect(row?.is_shortened).toBe(true)
  expect(row?.payload['html']).toBe(`${html.slice(0, 5000)}…`)
  expect(row?.payload['many']).toHaveLength(100)
})

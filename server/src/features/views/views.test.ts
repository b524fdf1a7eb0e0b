import type { SavedView } from '@notifly/contracts/views/views'
import { expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const owner = await kit.withApplication()
const colleague = await team.addMember(owner, await team.addRole(owner, { permissions: { '202': [1, 0] } }))

const call = <Data = { uuid: string }>(who: ApplicationOwner, method: string, path = '', body?: object) =>
  kit.call<Data>(method, `/api/views${path}`, { bearer: who.bearer, ...(body && { body }) })
const save = (who: ApplicationOwner, name: string, more: object = {}) =>
  call(who, 'POST', '', { list: 'contacts', name, query: { search: 'gold', sort: '-name' }, ...more })
const listed = async (who: ApplicationOwner, list = 'contacts') =>
  (await call<SavedView[]>(who, 'GET', `?list=${list}`)).data.map(({ name, shared, own, by }) => [
    name,
    shared,
    own,
    by,
  ])

test('a view is kept for its list, renamed, changed, shared and deleted by its owner alone', async () => {
  const { data: mine } = await save(owner, 'Gold')
  await save(colleague, 'theirs')
  const { data: common } = await save(colleague, 'For all', { shared: true })
  const name = owner.user.name
  const other = colleague.user.name
  expect(await listed(owner)).toEqual([
    ['For all', true, false, other],
    ['Gold', false, true, name],
  ])
  expect(await listed(owner, 'runs')).toEqual([])
  const change = { name: 'Silver', query: { search: 'silver' }, shared: true }
  expect((await call(owner, 'PUT', `/${mine.uuid}`, change)).status).toBe(200)
  expect((await call<SavedView[]>(colleague, 'GET', '?list=contacts')).data).toContainEqual({
    uuid: mine.uuid,
    name: 'Silver',
    query: { search: 'silver' },
    shared: true,
    own: false,
    by: name,
  })
  for (const method of ['PUT', 'DELETE']) {
    expect((await call(owner, method, `/${common.uuid}`, { name: 'Mine now' })).status).toBe(404)
  }
  expect((await call(owner, 'DELETE', `/${mine.uuid}`)).status).toBe(200)
  expect(await listed(owner)).toEqual([['For all', true, false, other]])
  const stranger = await kit.withApplication()
  expect([await listed(stranger), (await call(stranger, 'DELETE', `/${common.uuid}`)).status]).toEqual([[], 404])
})

test('names are one’s own and taken once; fifty views of a list are enough, and parameters are short', async () => {
  const who = await kit.withApplication()
  const { data: second } = await save(who, 'Second')
  expect((await save(who, 'Gold')).status).toBe(201)
  expect((await save(who, ' GOLD ')).body.errors?.[0]?.field).toBe('name')
  expect((await call(who, 'PUT', `/${second.uuid}`, { name: 'gold' })).body.errors?.[0]?.field).toBe('name')
  expect((await save(who, 'Gold', { list: 'segments' })).status).toBe(201)
  const wrong = [{ name: ' ' }, { list: 'people' }, { query: { search: 'x'.repeat(2001) } }, { query: { 'a b': '1' } }]
  for (const body of wrong) expect((await save(who, 'Wrong', body)).status).toBe(400)
  for (let n = 2; n < 50; n++) expect((await save(who, `View ${n}`)).status).toBe(201)
  expect((await save(who, 'One more')).status).toBe(409)
})

import { listMembers, type Member } from '@notifly/contracts/members/members'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const USERS = `/applications/${APPLICATION}/settings/users`
const id = (last: number) => `0198c0de-0000-7000-8000-0000000003${String(last).padStart(2, '0')}`
const role = (last: number, name: string) => ({ uuid: `00000000-0000-7000-8000-00000000000${last}`, name })
const OWNER = role(1, 'Owner')
const CREATOR = role(3, 'Creator')

const member = (change: Partial<Member>): Member => ({
  uuid: id(1),
  name: 'Meera Joshi',
  email: 'meera@palmyra.example',
  role: CREATOR,
  status: 'active',
  is_super: false,
  since: 1_790_000_000,
  expires_on: null,
  ...change,
})
const PEOPLE = [
  member({ uuid: user().uuid, name: 'Asha Raman', email: 'asha@palmyra.example', role: OWNER, is_super: true }),
  member({}),
  member({ uuid: id(2), name: 'Tomás Rey', email: 'tomas@palmyra.example', status: 'disabled' }),
  member({ uuid: id(3), name: '', email: 'new@other.example', status: 'invited', expires_on: 4_000_000_000 }),
]

const fullRole = ({ uuid, name }: typeof OWNER) => ({
  uuid,
  name,
  group: 1,
  slaOptions: 1,
  slaDuration: 15,
  permission_set: {},
  is_default: true,
  members: 0,
})

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/user': ({ query }) => page(PEOPLE.filter(each => [null, each.uuid].includes(query.get('uuid')))),
    'GET /authP/role': () => page([OWNER, role(2, 'Admin'), CREATOR].map(fullRole)),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ forbidden: undefined, pageError: undefined })
})

describe('the users of an organization', () => {
  test('stand with role and status; an owner wears no badge, and nobody acts on themselves', async () => {
    const { screen } = await open(USERS)
    const row = (name: RegExp) => screen.getByRole('row', { name })
    await expect.element(row(/Meera Joshi/).getByText('Creator')).toBeVisible()
    await expect.element(row(/Meera Joshi/).getByText('Active')).toBeVisible()
    await expect.element(row(/Tomás Rey/).getByText('Disabled')).toBeVisible()
    await expect.element(row(/new@other/).getByText('Invited')).toBeVisible()
    await expect.element(row(/Asha Raman \(you\)/).getByText('Active')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Actions: Asha Raman' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Open' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: /Remove/ })).not.toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })

  test('are invited with a role each; a foreign domain is warned of, and the answer is told', async () => {
    api.on('POST /authP/invite', () =>
      ok([
        { email: 'tara@palmyra.example', uuid: id(8), status: 'invited' },
        { email: 'meera@palmyra.example', uuid: id(1), status: 'already_member' },
      ]),
    )
    const { screen } = await open(USERS)
    await screen.getByRole('button', { name: 'Invite users' }).first().click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Email').fill('tara@elsewhere.example')
    await expect.element(dialog.getByText("This email id doesn't belong to this organization.")).toBeVisible()
    await dialog.getByLabelText('Email').fill('tara@palmyra.example')
    await expect.element(dialog.getByText(/belong to this organization/)).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await expect.element(dialog.getByText('This field is required.')).toBeVisible()
    await dialog.getByLabelText('Role').click()
    await pick(screen.getByRole('option', { name: 'Creator' }))
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await expect.element(screen.getByText('Invited: tara@palmyra.example')).toBeVisible()
    await expect.element(screen.getByText('Already members: meera@palmyra.example')).toBeVisible()
    expect(api.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      base_url: window.location.origin,
      users: [{ email: 'tara@palmyra.example', role_id: CREATOR.uuid }],
    })
  })

  test('are invited to a role also by those who see no list of roles', async () => {
    api.on('POST /authP/invite', () => ok([{ email: 'tara@palmyra.example', uuid: id(8), status: 'invited' }]))
    const { permission_levels: levels, permission_activity_list: activities } = user()
    const grants: Partial<Record<number, [number, number]>> = { [ACTIVITY.users]: [2, 0], [ACTIVITY.roles]: [0, 0] }
    const inviting = levels.map(([level, approve], at): [number, number] => {
      return grants[activities[at] ?? 0] ?? [level, approve]
    })
    const { screen } = await open(USERS, user({ role: role(5, 'Clerk'), permission_levels: inviting }))
    await screen.getByRole('button', { name: 'Invite users' }).first().click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Email').fill('tara@palmyra.example')
    await dialog.getByLabelText('Role').click()
    await pick(screen.getByRole('option', { name: 'Creator' }))
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await expect.element(screen.getByText('Invited: tara@palmyra.example')).toBeVisible()
    expect(api.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      users: [{ role_id: CREATOR.uuid }],
    })
  })

  test('are invited also after their roles could not be loaded at first, and nothing that was typed is lost', async () => {
    api.on('GET /authP/role', () => failed('unavailable'))
    const { screen } = await open(USERS)
    await screen.getByRole('button', { name: 'Invite users' }).first().click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Couldn’t load roles')).toBeVisible()
    await dialog.getByLabelText('Email').fill('tara@palmyra.example')
    expect(await axeFindings()).toEqual([])
    api.on('GET /authP/role', () => page([CREATOR].map(fullRole)))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('Couldn’t load roles')).not.toBeInTheDocument()
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('tara@palmyra.example')
    await dialog.getByLabelText('Role').click()
    await expect.element(screen.getByRole('option', { name: 'Creator' })).toBeVisible()
  })

  test('five forms at most, of which the first stays', async () => {
    const { screen } = await open(USERS)
    await screen.getByRole('button', { name: 'Invite users' }).first().click()
    const dialog = screen.getByRole('dialog')
    const another = dialog.getByRole('button', { name: 'Add another' })
    for (let forms = 1; forms < 5; forms++) await another.click()
    await expect.element(another).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Remove person 1' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Remove person 5' }).click()
    await expect.element(another).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

  test('an invitation is sent again or withdrawn, a member removed after a question', async () => {
    api.on('POST /authP/invite-link', () => ok(undefined, { message: 'Invitation resent.' }))
    api.on('DELETE /authP/invite', () => ok())
    const { screen } = await open(USERS)
    await screen.getByRole('button', { name: 'Actions: new@other.example' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Resend invitation' }))
    await expect.element(screen.getByText('Invitation resent.')).toBeVisible()
    await screen.getByRole('button', { name: 'Actions: new@other.example' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Withdraw invitation' }))
    await screen.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(api.asked.find(({ method }) => method === 'DELETE')?.query.get('uuid')).toBe(id(3))
  })

  test('are edited on a page of their own', async () => {
    api.on('PUT /authP/user', () => ok(member({ status: 'disabled' })))
    const { screen, address } = await open(`${USERS}/${id(1)}/edit`)
    await screen.getByRole('radio', { name: /Disabled/ }).click()
    await screen.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(address).toBe(USERS)
    expect(api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      role_id: CREATOR.uuid,
      status: 'disabled',
    })
  })

  test('whose page says that the roles could not be loaded, and not that they are beyond reach', async () => {
    api.on('GET /authP/role', () => failed('internal'))
    const { screen } = await open(`${USERS}/${id(1)}/edit`)
    await expect.element(screen.getByText('Couldn’t load roles')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
    api.on('GET /authP/role', () => page([OWNER, role(2, 'Admin'), CREATOR].map(fullRole)))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save changes' })).toBeVisible()
  })

  test('which says why one cannot change oneself', async () => {
    const own = await open(`${USERS}/${user().uuid}/edit`)
    await expect.element(own.screen.getByText(/You can’t change your own role/)).toBeVisible()
    await expect.element(own.screen.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
    expect(await axeFindings()).toEqual([])
  })

  test('with rights beyond one’s own, and their invitations, can be looked at and no more', async () => {
    const above = { ...role(2, 'Admin'), permission_set: { 1301: [4, 1] } }
    api.on('GET /authP/role', () => page([{ ...fullRole(CREATOR), ...above }, fullRole(CREATOR)]))
    const admins = [
      member({ name: 'Ana', role: above }),
      member({ name: '', uuid: id(3), status: 'invited', role: above }),
    ]
    api.on('GET /authP/user', () => page([...admins, member({ uuid: id(5), name: 'Ben' })]))
    const { permission_levels: levels, permission_activity_list: activities } = user()
    const lesser = levels.map(([level, approve], at): [number, number] =>
      activities[at] === 1301 ? [0, 0] : [level, approve],
    )
    const { screen } = await open(USERS, user({ role: role(5, 'Clerk'), permission_levels: lesser }))
    await screen.getByRole('button', { name: 'Actions: Ben' }).click()
    await expect.element(screen.getByRole('menuitem', { name: /Remove/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Actions: Ana' }).click()
    await expect.element(screen.getByRole('menuitem')).toHaveTextContent('Open')
    await expect.element(screen.getByRole('button', { name: /Actions: meera/ })).not.toBeInTheDocument()
  })

  test('are nobody’s business whose role does not read them', async () => {
    const { permission_levels: levels, permission_activity_list: activities } = user()
    const without = levels.map((grant, at): [number, number] =>
      activities[at] === 1001 ? [0, 0] : (grant as [number, number]),
    )
    const { screen } = await open(USERS, user({ permission_levels: without }))
    await expect.element(screen.getByText('Your role doesn’t include this page')).toBeVisible()
    expect(api.asked.some(({ path }) => path === listMembers.path)).toBe(false)
  })
})

test('without the roles the list says so: what can be done with whom is unknown until they are loaded', async () => {
  api.on('GET /authP/role', () => failed('unavailable'))
  const { screen } = await open(USERS)
  await expect.element(screen.getByText('Couldn’t load roles')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Meera Joshi/ })).toBeVisible()
  api.on('GET /authP/role', () => page([OWNER, role(2, 'Admin'), CREATOR].map(fullRole)))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Couldn’t load roles')).not.toBeInTheDocument()
  await screen
    .getByRole('row', { name: /Meera Joshi/ })
    .getByRole('button')
    .click()
  await expect.element(screen.getByRole('menuitem', { name: 'Remove from organization' })).toBeVisible()
})

test('without the users the page says so once', async () => {
  api.on('GET /authP/role', () => failed('unavailable'))
  api.on(`GET ${listMembers.path}`, () => failed('unavailable'))
  const { screen } = await open(USERS)
  await expect.element(screen.getByText('Couldn’t load users')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
})

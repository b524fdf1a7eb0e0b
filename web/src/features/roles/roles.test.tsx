import { ACTIVITY, ACTIVITY_IDS, type PermissionSet } from '@notifly/contracts/roles/activities'
import { normalSet } from '@notifly/contracts/roles/permissions'
import type { Role } from '@notifly/contracts/roles/roles'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const ROLE = '0198c0de-0000-7000-8000-0000000000b1'
const ADDRESS = `/applications/${APPLICATION}/settings/role/${ROLE}/edit`
const role = (change: Partial<Role> = {}): Role => ({
  uuid: ROLE,
  name: 'Campaign editor',
  group: 1,
  slaOptions: 1,
  slaDuration: 15,
  permission_set: normalSet({ '101': [1, 0], '401': [4, 1] }) as Role['permission_set'],
  is_default: false,
  members: 4,
  ...change,
})

let api: ApiStub
beforeEach(async () => {
  await screen.viewport(1440, 900)
  api = stubApi({
    'GET /authP/role': () => page([role()]),
    'GET /authP/role/granters': () => ok([{ name: 'Asha Raman', email: 'asha@palmyra.example', role: OWNER }]),
    'PUT /authP/role': () => ok(role()),
    'POST /authP/role': () => ok(role()),
  })
})
afterEach(() => api.restore())

const OWNER = { uuid: ROLE, name: 'Owner' }
const tick = (name: string) => screen.getByRole('checkbox', { name, exact: true })
/** What the row of an activity shows: a letter where ticked. */
const row = (activity: string) =>
  ['Read', 'Create', 'Update', 'Delete', 'Approve']
    .map(column => tick(`${column}: ${activity}`).query())
    .map(box => (box === null ? ' ' : box.getAttribute('aria-checked') === 'true' ? 'x' : '-'))
    .join('')
const sent = (call: string) => api.asked.findLast(({ method, path }) => `${method} ${path}` === call)?.body as Role

describe('the matrix', () => {
  test('hides the cells that do not apply, and is clean for assistive technology', async () => {
    const app = await renderApp(ADDRESS, user())
    await expect.element(tick('Read: Template Email')).toBeChecked()
    expect([row('Template Email'), row('Template Whatsapp'), row('Campaigns Webpush')]).toEqual([
      'x----',
      '-- --',
      '-- --',
    ])
    expect([row('Delivery Listing'), row('Usage Logs'), row('Total clicks')]).toEqual(['-    ', '-    ', '-    '])
    expect(row('Campaigns Email')).toBe('xxxxx')
    expect(await axeFindings()).toEqual([])
    app.stop()
  })

  test('is one tab stop, moved through by arrows past what is hidden, ticked by Space with what it implies', async () => {
    const app = await renderApp(ADDRESS, user())
    await expect.element(tick('Read: Template Email')).toBeVisible()
    const stops = () => document.querySelectorAll('[role="grid"] [data-cell][tabindex="0"]')
    expect(stops().length).toBe(1)
    ;(stops()[0] as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ')
    await expect.element(tick('Update: Template Email')).toBeChecked()
    expect(row('Template Email')).toBe('xxx--')
    // Down from Update of 101: 102 has none, so the next row that has one.
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(tick('Update: Audience Segmentation')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{End} ')
    await expect.element(tick('Approve: Audience Segmentation')).toBeChecked()
    expect(row('Audience Segmentation')).toBe('x---x')
    await userEvent.keyboard('{Home} ')
    await expect.element(tick('Read: Audience Segmentation')).not.toBeChecked()
    expect(row('Audience Segmentation')).toBe('-----')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await expect.element(tick('Approve: Webhook')).toHaveFocus()
    expect(stops().length).toBe(1)

    await screen.getByRole('button', { name: 'Save role' }).click()
    await until(() => expect(sent('PUT /authP/role')).toMatchObject({ name: 'Campaign editor' }))
    expect(sent('PUT /authP/role').permission_set).toEqual(normalSet({ '101': [3, 0], '401': [4, 1] }))
    await until(() => expect(app.address()).toBe(`/applications/${APPLICATION}/settings/role`))
    app.stop()
  })

  test('locks what the user cannot give, and a role that is stronger than theirs', async () => {
    const own = normalSet({ '101': [2, 0], '1201': [4, 0] })
    const keeper = user({
      role: { uuid: '0198c0de-0000-7000-8000-0000000000b2', name: 'Keeper' },
      permission_set: ACTIVITY_IDS.map(id => ((own[id]?.[0] ?? 0) > 0 ? 0 : 1)),
      permission_levels: ACTIVITY_IDS.map(id => own[id] ?? [0, 0]),
    })
    const app = await renderApp(`/applications/${APPLICATION}/settings/role/new/edit`, keeper)
    await expect.element(tick('Create: Template Email')).toBeEnabled()
    await expect.element(tick('Update: Template Email')).toBeDisabled()
    await expect.element(tick('Read: Campaigns Email')).toBeDisabled()
    await expect.element(screen.getByText('Beyond your permissions')).toBeVisible()
    await app.router.navigate({ href: ADDRESS })
    await expect.element(screen.getByText(/permissions you don’t have/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Save role' })).not.toBeInTheDocument()
    app.stop()
  })

  test('on a phone names every tick', async () => {
    await screen.viewport(390, 800)
    const app = await renderApp(ADDRESS, user())
    const email = screen.getByRole('group', { name: 'Template Email 101' })
    await email.getByRole('checkbox', { name: 'Create' }).click()
    await expect.element(email.getByRole('checkbox', { name: 'Create' })).toBeChecked()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await axeFindings()).toEqual([])
    app.stop()
  })
})

test('the page of a role that can’t be loaded says what it is, and leads back to the list', async () => {
  api.on('GET /authP/role', () => failed('internal'))
  const app = await renderApp(ADDRESS, user())
  await expect.element(screen.getByText('Couldn’t load the role')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Role' })).toBeVisible()
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Roles' })).toBeVisible()
  app.stop()
})

test('a new role says what is missing, keeps what was typed, and puts a refusal at its field', async () => {
  api.on('POST /authP/role', () =>
    failed('invalidInput', { errors: [{ field: 'name', message: 'A role with this name already exists.' }] }),
  )
  const app = await renderApp(`/applications/${APPLICATION}/settings/role/new/edit`, user())
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(screen.getByText('This field is required.')).toBeVisible()
  await screen.getByLabelText('Role name').fill('Designer')
  await screen.getByRole('radio', { name: 'Raise to higher level group' }).click()
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(screen.getByText('A role with this name already exists.')).toBeVisible()
  expect(sent('POST /authP/role')).toMatchObject({ name: 'Designer', slaOptions: 3, slaDuration: 15 })
  await expect.element(screen.getByLabelText('Role name')).toHaveValue('Designer')
  app.stop()
})

describe('what a role lacks', () => {
  const reader = (set: Partial<PermissionSet>) =>
    user({
      role: { uuid: ROLE, name: 'Template reader' },
      permission_set: ACTIVITY_IDS.map(id => ((set[id]?.[0] ?? 0) > 0 ? 0 : 1)),
      permission_levels: ACTIVITY_IDS.map(id => set[id] ?? [0, 0]),
    })

  test('is not in the navbar, and its page says which right is missing and whom to ask', async () => {
    const app = await renderApp(`/applications/${APPLICATION}/settings/role`, reader({ '101': [1, 0] }))
    await expect
      .element(screen.getByText('Your role, Template reader, doesn’t include the permission “Read: roles”.'))
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Asha Raman' })).toBeVisible()
    const links = screen.getByRole('list', { name: 'Pages' }).getByRole('link').elements()
    expect(links.map(link => link.textContent)).toEqual(['Dashboard', 'Templates'])
    expect(await axeFindings()).toEqual([])
    app.stop()
  })

  test('when it was taken away meanwhile: the dialog says so, the form stays, and the rights are read again', async () => {
    api.on('PUT /authP/role', () =>
      Response.json(
        {
          success: false,
          message: 'You don’t have permission to do this.',
          data: { activity: ACTIVITY.roles, level: 3 },
        },
        { status: 403 },
      ),
    )
    api.on('GET /authP/session', () => ok(reader({ '1201': [1, 0] })))
    const app = await renderApp(ADDRESS, user())
    await screen.getByLabelText('Role name').fill('Editor of campaigns')
    await screen.getByRole('button', { name: 'Save role' }).click()
    await expect.element(screen.getByRole('dialog').getByText(/the permission “Update: roles”/)).toBeVisible()
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect.element(screen.getByLabelText('Role name')).toHaveValue('Editor of campaigns')
    await expect.element(screen.getByRole('link', { name: 'Campaigns' })).not.toBeInTheDocument()
    app.stop()
  })
})

import type { Organization } from '@notifly/contracts/organizations/organizations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, ORGANIZATION, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const newcomer = user({ application_uuid: null, organization_uuid: null, role: null })
const CREATOR = '00000000-0000-7000-8000-000000000003'
const palmyra: Organization = {
  uuid: ORGANIZATION,
  org_id: ORGANIZATION,
  name: 'Palmyra Retail',
  meta_object: { strength: '51-250', language: 'Hindi', two_people: false },
  appName: null,
  preferedApp: null,
  role: { uuid: '00000000-0000-7000-8000-000000000001', name: 'Owner' },
  permission_set: {},
  members: 3,
  applications: 1,
  created_on: 1_790_000_000,
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

const asked = (call: string) => api.asked.filter(({ method, path }) => `${method} ${path}` === call)

beforeEach(() => {
  sessionStorage.clear()
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': ({ query }) => page(query.has('uuid') ? [palmyra] : []),
    'POST /authP/organization': () => ok({ org_id: ORGANIZATION }),
    'POST /api/verticals': () => ok({ app_id: APPLICATION }),
    'POST /authP/invite': () => ok([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ pageError: undefined, forbidden: undefined })
})

describe('onboarding', () => {
  async function toPeople() {
    const app = await open('/onboarding', newcomer)
    const { screen } = app
    const next = screen.getByRole('button', { name: 'Continue' })
    await expect.element(next).toBeDisabled()
    await screen.getByLabelText('Organization name').fill('Palmyra Retail')
    await next.click()
    await expect.element(next).toBeDisabled()
    await screen.getByLabelText('Application name').fill('Harbor')
    await screen.getByRole('radio', { name: /WhatsApp/ }).click()
    await next.click()
    return app
  }

  test('goes on after a reload where it was, with what was typed', async () => {
    const first = await toPeople()
    await first.screen.getByRole('button', { name: /Application/ }).click()
    await first.screen.getByLabelText('Application name').fill('Harbor & Pine')
    await first.screen.unmount()
    first.stop()
    const { screen } = await open('/onboarding', newcomer)
    await expect.element(screen.getByLabelText('Application name')).toHaveValue('Harbor & Pine')
    await expect.element(screen.getByRole('radio', { name: /WhatsApp/ })).toBeChecked()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByLabelText('Organization name')).toHaveValue('Palmyra Retail')
  })

  test('makes organization, application and invitations with its last step, then opens the platform', async () => {
    const { screen, address } = await toPeople()
    expect(asked('POST /authP/organization')).toEqual([])
    await screen.getByRole('textbox', { name: 'Email' }).fill('meera@elsewhere.example')
    await expect.element(screen.getByText("This email id doesn't belong to this organization.")).toBeVisible()
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(screen.getByText('This field is required.')).toBeVisible()
    expect(asked('POST /authP/organization')).toEqual([])
    expect(await axeFindings()).toEqual([])
    await screen.getByLabelText('Role').click()
    await pick(screen.getByRole('option', { name: 'Creator' }))
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(address).toBe(`/applications/${APPLICATION}/settings/platform?checkWhatsappConfigure=true`)
    expect(asked('POST /authP/invite')[0]?.body).toEqual({
      base_url: window.location.origin,
      org_id: ORGANIZATION,
      users: [{ email: 'meera@elsewhere.example', role_id: CREATOR }],
    })
  })

  test('goes without people by Skip, and a second try makes nothing twice', async () => {
    api.on('POST /api/verticals', () => Response.json({ success: false, message: 'Later.' }, { status: 503 }))
    const { screen, address } = await toPeople()
    await screen.getByRole('button', { name: 'Skip' }).click()
    await expect.element(screen.getByText('Later.')).toBeVisible()
    api.on('POST /api/verticals', () => ok({ app_id: APPLICATION }))
    await screen.getByRole('button', { name: 'Skip' }).click()
    await expect.poll(address).toContain('checkWhatsappConfigure=true')
    expect(asked('POST /authP/organization')).toHaveLength(1)
    expect(asked('POST /authP/invite')).toEqual([])
  })
})

describe('the page of an organization', () => {
  test('turns two people for every change on, or says why not', async () => {
    const { screen } = await open(`/organizations/${ORGANIZATION}/edit`)
    api.on('PUT /authP/organization', () =>
      Response.json(
        {
          success: false,
          message: 'Two-person approval needs at least two active approvers per module.',
        },
        { status: 409 },
      ),
    )
    const mode = screen.getByRole('switch', { name: 'Require a second person for every change' })
    await mode.click()
    await expect.element(screen.getByText(/at least two active approvers/)).toBeVisible()
    await expect.element(mode).not.toBeChecked()
    expect(asked('PUT /authP/organization')[0]?.body).toEqual({
      name: 'Palmyra Retail',
      meta_object: { two_people: true },
    })
    expect(await axeFindings()).toEqual([])
  })

  test('shows somebody else what it is, with nothing to change', async () => {
    const member = { ...palmyra, role: { ...palmyra.role, name: 'Marketer' } }
    api.on('GET /authP/organization', () => page([member]))
    const { screen } = await open(`/organizations/${ORGANIZATION}/edit`)
    await expect.element(screen.getByLabelText('Organization name')).toBeDisabled()
    await expect.element(screen.getByRole('radio', { name: '51-250' })).toBeDisabled()
    await expect.element(screen.getByRole('combobox', { name: 'Language' })).toBeDisabled()
    for (const name of ['Cancel', 'Save changes', 'Delete organization'])
      expect(screen.getByText(name, { exact: true }).elements()).toEqual([])
  })

  test('deletes it once its name is typed, or names the campaigns in the way', async () => {
    api.on('DELETE /authP/organization', () =>
      Response.json(
        {
          success: false,
          message: 'Campaigns are running or scheduled. Cancel them first.',
          data: { campaigns: [{ uuid: '1', name: 'Winter sale', application_name: 'Harbor', status: 'scheduled' }] },
        },
        { status: 409 },
      ),
    )
    const { screen } = await open(`/organizations/${ORGANIZATION}/edit`)
    await screen.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Type Palmyra Retail to confirm').fill('Palmyra')
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await expect.element(dialog.getByText('Type it exactly as shown.')).toBeVisible()
    await dialog.getByLabelText('Type Palmyra Retail to confirm').fill('Palmyra Retail')
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await expect.element(dialog.getByText('Winter sale (Scheduled, Harbor)')).toBeVisible()
    expect(asked('DELETE /authP/organization')).toHaveLength(1)
  })
})

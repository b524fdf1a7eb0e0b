import { login, readSession, signUp } from '@notifly/contracts/accounts/accounts'
import type { ApplicationStats } from '@notifly/contracts/applications/applications'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { flags, setFlags } from '../api/signals.ts'
import { session } from '../api/session.ts'
import { APPLICATION, type ApiStub, failed, ok, ORGANIZATION, page, stubApi, user } from '../testing/api-stub.ts'
import { axeFindings } from '../testing/axe.ts'
import { pick } from '../testing/pick.ts'
import { renderApp } from '../testing/render-app.tsx'

const channels = {
  email: 'configured',
  sms: 'failing',
  whatsapp: 'pending',
  webpush: 'none',
  mobilepush: 'none',
} as const
const reach = { email: 58_311, sms: 31_480, whatsapp: 0, webpush: 0, mobilepush: 0 }
const stats: ApplicationStats = {
  application_uuid: APPLICATION,
  app_id: APPLICATION,
  slug: APPLICATION,
  name: 'Harbor & Pine',
  organization_uuid: ORGANIZATION,
  organization_name: 'Palmyra Retail',
  channels,
  reach,
  contacts: 61_874,
}
const overview = {
  channels,
  reach,
  contacts: { total: 61_874, added_7_days: 12, segments: 3, suppressed: 4 },
  templates: 0,
  members: 1,
  runs: [],
}
const OTHER = '0198c0de-0000-7000-8000-0000000000f1'
const newcomer = user({ application_uuid: null, organization_uuid: null, role: null })

/** What the role of an Owner grants. */
const OWNERS = { '202': [4, 1], '301': [4, 1], '304': [4, 1], '1101': [4, 1] }

let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string, who = undefined as ReturnType<typeof user> | undefined) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: 'http://localhost:3100', sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([stats]),
    'GET /api/dashboard/overview': () => ok(overview),
    'GET /api/dashboard/growth': () =>
      ok({ range: { from: '2026-07-01', to: '2026-07-01', days: 1, timezone: 'UTC' }, contacts: 0, days: [] }),
    'GET /authP/organization': () => page([]),
    'GET /authP/sso': () => ok([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

describe('signing in', () => {
  test('leads a signed-out visit to the sign-in page, and after it to the dashboard of the application', async () => {
    api.on(`POST ${login.path}`, () => ok(user()))
    const { screen, address } = await open('/applications')
    await screen.getByLabelText('Email').fill('asha@palmyra.example')
    await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(address()).toBe(`/applications/${APPLICATION}/dashboard`)
  })

  test('keeps the language of the address all the way', async () => {
    const { screen, address } = await open('/hi/applications')
    await expect.element(screen.getByRole('heading', { name: 'साइन इन करें' })).toBeVisible()
    expect(address()).toBe('/hi/auth/sign-in')
    expect(document.documentElement.lang).toBe('hi')
  })

  test('says a wrong password in the form, keeps what was typed and shows no toast', async () => {
    api.on(`POST ${login.path}`, () => failed('wrongCredentials'))
    const { screen } = await open('/fr/auth/sign-in')
    await screen.getByLabelText('E-mail').fill('asha@palmyra.example')
    await screen.getByLabelText('Mot de passe', { exact: true }).fill('wrong')
    await screen.getByRole('button', { name: 'Se connecter' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('E-mail ou mot de passe incorrect.')
    await expect.element(screen.getByLabelText('E-mail')).toHaveValue('asha@palmyra.example')
  })

  test('asks for the code of the second factor, and offers another mail to an unverified address', async () => {
    api.on(`POST ${login.path}`, () => failed('secondFactorNeeded'))
    const { screen } = await open('/auth/sign-in')
    await screen.getByLabelText('Email').fill('asha@palmyra.example')
    await screen.getByLabelText('Password', { exact: true }).fill('correct horse 7!')
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await screen.getByLabelText('Code').fill('123456')
    api.on(`POST ${login.path}`, () => failed('emailNotVerified'))
    api.on('POST /authP/resend-email', () => ok())
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await screen.getByRole('button', { name: 'Resend email' }).click()
    await expect.element(screen.getByText(/we sent a new email/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Resend email' })).not.toBeInTheDocument()
    expect(api.asked.at(-1)?.body).toEqual({ email: 'asha@palmyra.example' })
  })
})

test('signing up checks both passwords in the browser and puts a refusal of the server at its field', async () => {
  api.on(`POST ${signUp.path}`, () =>
    failed('invalidInput', { errors: [{ field: 'email', ...inWords(sentence('fields.email')) }] }),
  )
  const { screen } = await open('/es/auth/sign-up')
  await screen.getByLabelText('Nombre').fill('Asha Raman')
  await screen.getByLabelText('Correo').fill('asha@palmyra.example')
  await screen.getByLabelText('Contraseña', { exact: true }).fill('correct horse 7!')
  await screen.getByLabelText('Confirme la contraseña').fill('another one 7!')
  await screen.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect.element(screen.getByText('Las contraseñas no coinciden.')).toBeVisible()
  expect(api.asked.filter(each => each.path === signUp.path)).toEqual([])

  await screen.getByLabelText('Confirme la contraseña').fill('correct horse 7!')
  await screen.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect.element(screen.getByText('Introduzca una dirección de correo válida.')).toBeVisible()
  expect(api.asked.at(-1)?.body).toMatchObject({ name: 'Asha Raman', locale: 'es' })
})

describe('the session', () => {
  test('that ends leads to the sign-in page', async () => {
    const { screen } = await open('/organizations', user())
    await expect.element(screen.getByRole('heading', { name: 'Organizations' })).toBeVisible()
    api.on('GET /authP/organization', () => failed('unauthorized'))
    api.on(`GET ${readSession.path}`, () => failed('unauthorized'))
    await screen.getByRole('searchbox').fill('Palmyra')
    await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
  })

  test('that is there leads from the account pages to the dashboard', async () => {
    const { screen, address } = await open('/es/auth/sign-in', user())
    await expect.element(screen.getByRole('heading', { name: 'Panel' })).toBeVisible()
    expect(address()).toBe(`/es/applications/${APPLICATION}/dashboard`)
  })

  test('ends by the way out, everywhere', async () => {
    api.on('POST /authP/logout', () => ok())
    const { screen } = await open('/logout', user())
    await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(session.get()).toBeUndefined()
  })
})

describe('a newcomer', () => {
  test.each([
    ['/onboarding', 'Welcome to Notifly'],
    ['/operator', 'System status'],
    ['/settings', 'Your account'],
  ])('sees the frame of %s while the server does not answer', async (address, heading) => {
    for (const call of ['GET /authP/organization', 'GET /api/dashboard/application', 'GET /api/operator'])
      api.on(call, () => new Promise(() => {}))
    const { screen } = await open(address, newcomer)
    await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible()
  })

  test('makes an organization and an application, invites nobody, and comes to the platform of their choice', async () => {
    api.on('GET /api/dashboard/application', () => ok([]))
    const { screen, address } = await open('/applications', newcomer)
    const next = screen.getByRole('button', { name: 'Continue' })
    await expect.element(next).toBeDisabled()
    await screen.getByLabelText('Organization name').fill('Palmyra 1')
    await expect.element(next).toBeDisabled()
    await screen.getByLabelText('Organization name').fill('Palmyra Retail')
    await next.click()
    await expect.element(next).toBeDisabled()
    await screen.getByLabelText('Application name').fill('Harbor & Pine')
    await screen.getByRole('radio', { name: 'WhatsApp' }).click()

    api.on('POST /authP/organization', () => ok({ org_id: ORGANIZATION }))
    api.on('POST /api/verticals', () => failed('unavailable'))
    await next.click()
    const skip = screen.getByRole('button', { name: 'Skip' })
    await skip.click()
    await expect.element(screen.getByText(/The service isn’t ready yet/)).toBeVisible()
    api.on('POST /api/verticals', () => ok({ app_id: APPLICATION }))
    await skip.click()
    await expect.poll(address).toBe(`/applications/${APPLICATION}/settings/platform?checkWhatsappConfigure=true`)
    const made = api.asked.filter(each => each.method === 'POST')
    expect(made.map(each => each.path)).toEqual(['/authP/organization', '/api/verticals', '/api/verticals'])
    expect(made[0]?.body).toEqual({
      name: 'Palmyra Retail',
      meta_object: { strength: '1-50', language: 'Hindi' },
      appName: 'Harbor & Pine',
      preferedApp: 1,
    })
    expect(made[2]?.body).toMatchObject({ name: 'Harbor & Pine', organization_uuid: ORGANIZATION })
  })

  test('with an organization and no application is greeted by name with six hints', async () => {
    api.on('GET /api/dashboard/application', () => ok([]))
    api.on('GET /authP/organization', () =>
      page([{ uuid: ORGANIZATION, name: 'Palmyra Retail', permission_set: OWNERS }]),
    )
    const { screen } = await open('/', user({ application_uuid: null }))
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Asha Raman' })).toBeVisible()
    expect(screen.getByRole('listitem').elements()).toHaveLength(6)
    await expect
      .element(screen.getByRole('link', { name: 'Set up an application' }))
      .toHaveAttribute('href', '/applications/new/edit')
  })

  test('who is not verified sees that first, on every page', async () => {
    const { screen } = await open('/applications', user({ status: 'unverified' }))
    await expect.element(screen.getByRole('heading', { name: 'Confirm your email to get started' })).toBeVisible()
  })
})

describe('addresses that lead nowhere', () => {
  test('answer the 404 card inside the navbar', async () => {
    const { screen } = await open(`/applications/${APPLICATION}/nothing`, user())
    await expect.element(screen.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Go to applications' }))
      .toHaveAttribute('href', '/applications')
  })

  test('an application of somebody else shows the forbidden card', async () => {
    const foreign = '0198c0de-0000-7000-8000-000000000002'
    api.on(`GET /api/update-notification-vertical/${foreign}`, () => failed('foreignObject'))
    const { screen } = await open(`/applications/${foreign}/dashboard`, user())
    await expect.element(screen.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
  })
})

describe('a list that cannot be loaded', () => {
  test('is tried once more, then offers Retry and the id of the request', async () => {
    api.on('GET /api/dashboard/application', () => failed('internal'))
    const { screen } = await open('/applications', user())
    await expect.element(screen.getByRole('heading', { name: 'Couldn’t load applications' })).toBeVisible()
    await expect.element(screen.getByText(/7f3a-19c2/)).toBeVisible()
    expect(api.asked.filter(each => each.path === '/api/dashboard/application')).toHaveLength(2)
    api.on('GET /api/dashboard/application', () => ok([stats]))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible()
  })
})

describe('what a role in another organization than the active one does not include', () => {
  const other = { ...stats, application_uuid: OTHER, slug: OTHER, name: 'Side shop', organization_uuid: OTHER }
  const organizations = (ofOther: object) =>
    page([
      { uuid: ORGANIZATION, name: 'Palmyra Retail', permission_set: OWNERS },
      { uuid: OTHER, name: 'Side', permission_set: ofOther },
    ])

  test('is not offered on its card, nor by its address', async () => {
    api.on('GET /authP/organization', () => organizations({ '202': [1, 0] }))
    api.on('GET /api/dashboard/application', () => ok([stats, other]))
    api.on(`GET /api/verticals/${OTHER}`, () => ok({ ...other, uuid: OTHER, quiet_from: '22:00', quiet_to: '08:00' }))
    const list = await open('/applications', user())
    const links = (name: RegExp) => list.screen.getByRole('link', { name })
    await expect.element(links(/^Set up Web push/)).toBeVisible()
    await expect.poll(() => links(/^61,874 contacts/).elements()).toHaveLength(2)
    expect(links(/^Set up Web push/).elements()).toHaveLength(1)
    await list.screen.getByRole('button', { name: 'Actions for Side shop' }).click()
    await expect.element(list.screen.getByRole('menuitem', { name: 'Open dashboard' })).toBeVisible()
    await expect.element(list.screen.getByRole('menuitem', { name: /^Edit/ })).not.toBeInTheDocument()
    list.stop()
    const { screen } = await open(`/applications/${OTHER}/edit`, user())
    await expect.element(screen.getByText('Your role doesn’t include this page')).toBeVisible()
    await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument()
  })

  test('leaves a new application to the organizations that allow one, also before there is any', async () => {
    api.on('GET /authP/organization', () => organizations({}))
    const without = user({ application_uuid: null, organization_uuid: null, role: null, permission_levels: [] })
    const { screen } = await open('/applications', without)
    await screen.getByRole('link', { name: 'New application' }).first().click()
    await expect.element(screen.getByLabelText('Name')).toBeVisible()
    await expect.element(screen.getByLabelText('Organization')).not.toBeInTheDocument()
  })
})

describe('writes that are refused', () => {
  test('for want of a right open the dialog and keep the form', async () => {
    api.on('GET /authP/organization', () =>
      page([{ uuid: ORGANIZATION, name: 'Palmyra Retail', permission_set: OWNERS }]),
    )
    api.on('POST /api/verticals', () => failed('forbidden'))
    const { screen } = await open('/applications/new/edit', user())
    await screen.getByLabelText('Name').fill('Harbor & Pine')
    await screen.getByRole('button', { name: 'Create application' }).click()
    const dialog = screen.getByRole('dialog', { name: 'You don’t have permission to do this' })
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('Name')).toHaveValue('Harbor & Pine')
    expect(flags.get().forbidden).toBeUndefined()
  })
})

describe('after a write that is held for approval, the dialog', () => {
  beforeEach(() => {
    api.on('GET /authP/organization', () =>
      page([{ uuid: ORGANIZATION, name: 'Palmyra Retail', permission_set: OWNERS }]),
    )
  })

  /** A maker on a form, whose last write was held just now. Time passes as the test lets it. */
  async function hold(typed = '') {
    const app = await open('/applications/new/edit', user())
    await app.screen.getByLabelText('Name').fill(typed)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    setFlags({ makerChecker: true })
    const dialog = app.screen.getByRole('dialog', { name: 'Sent for approval' })
    await expect.element(dialog.getByText(/^Redirecting to applications in/)).toBeVisible()
    return { ...app, dialog }
  }

  test('says where it leads and when, and leads there', async () => {
    const { dialog, address } = await hold()
    for (let left = 9; left > 0; left--) {
      await vi.advanceTimersByTimeAsync(1000)
      await expect.element(dialog.getByText(`Redirecting to applications in ${left} s`)).toBeVisible()
    }
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(address).toBe('/applications')
  })

  test('leads nowhere after "Stay here", and the form behind it keeps what was typed', async () => {
    const { screen, dialog, address } = await hold('Harbor & Pine')
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await expect.element(dialog.getByText(/Redirecting/)).not.toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(address()).toBe('/applications/new/edit')
    await expect.element(screen.getByLabelText('Name')).toHaveValue('Harbor & Pine')
  })
})

test('changing the language keeps what is typed and remembers the choice', async () => {
  const { screen, address } = await open('/auth/sign-in')
  await screen.getByLabelText('Email').fill('asha@palmyra.example')
  await screen.getByRole('button', { name: 'English' }).click()
  await pick(screen.getByRole('menuitem', { name: 'हिन्दी' }))
  await expect.element(screen.getByRole('heading', { name: 'साइन इन करें' })).toBeVisible()
  await expect.element(screen.getByLabelText('ईमेल')).toHaveValue('asha@palmyra.example')
  expect(address()).toBe('/hi/auth/sign-in')
  expect(document.cookie).toContain('locale=hi')
  document.cookie = 'locale=; Path=/; Max-Age=0'
})

describe.each(['light', 'dark'])('in the %s theme axe finds nothing', theme => {
  test.each([
    '/auth/sign-in',
    '/hi/auth/sign-up',
    '/applications',
    `/applications/${APPLICATION}/dashboard`,
    '/onboarding',
    '/organizations',
    '/applications/new/edit',
  ])('on %s', async address => {
    document.documentElement.dataset.theme = theme
    api.on('GET /authP/organization', () =>
      page([
        {
          uuid: ORGANIZATION,
          org_id: ORGANIZATION,
          name: 'Palmyra Retail',
          meta_object: { strength: '1-50', language: 'Hindi' },
          role: { uuid: ORGANIZATION, name: 'Owner' },
          permission_set: OWNERS,
          members: 3,
          applications: 1,
          created_on: 1_790_000_000,
        },
      ]),
    )
    const { screen } = await open(address, address.includes('/auth/') ? undefined : user())
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).not.toBeInTheDocument()
    expect(await axeFindings(screen.container, 'all')).toEqual([])
    delete document.documentElement.dataset.theme
  })
})

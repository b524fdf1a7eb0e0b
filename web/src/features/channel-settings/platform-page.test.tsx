import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import type { AuthenticationCheck, SenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import type { EmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, failed, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const PATH = '/api/notifications/email/configuration'
const PAGE = `/applications/${APPLICATION}/settings/platform?checkEmailConfigure=true`

const saved: EmailConfiguration = {
  configuration_type: 'smtp',
  configuration_setting: {
    sender_email: 'news@shop.example',
    from_name: 'Shop',
    host: 'smtp.shop.example',
    port_no: 587,
    username: 'shop',
    password: '********',
    security: 'auto',
    max_connections: 20,
    messages_per_second: null,
  },
  dkim_record: null,
  ca_certificates: [],
  failure: null,
  campaigns: [],
  hook_url: null,
  updated_on: 1_700_000_000,
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(address = PAGE, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app.screen
}

const sent = (method: string, path = PATH) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body as
    { configuration_setting: Record<string, unknown> } | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () =>
      ok({
        name: 'Notifly',
        version: '1.0.0',
        sandbox_url: 'http://127.0.0.1:3100',
        sandbox_smtp: { host: '127.0.0.1', port: 3125 },
        sandbox_warning: false,
      }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/notifications/email/authentication': () => ok(null),
    [`GET ${PATH}`]: () => ok(saved),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

describe('nothing is set up', () => {
  beforeEach(() => api.on(`GET ${PATH}`, () => ok(null)))

  test('the sandbox fills the form, saving creates, and Cancel is off until then', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Use sandbox' }).click()
    await expect.element(screen.getByLabelText('Host')).toHaveValue('127.0.0.1')
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    expect(await axeFindings()).toEqual([])
    api.on(`POST ${PATH}`, () => ok(saved, { message: 'Email is set up.' }))
    api.on(`GET ${PATH}`, () => ok(saved))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    expect(sent('POST')?.configuration_setting).toMatchObject({
      host: '127.0.0.1',
      port_no: 3125,
      username: 'sandbox',
      password: 'sandbox',
      security: 'none',
      sender_email: 'asha@palmyra.example',
    })
  })

  test('a relay that knows its clients by their address is set up without a user name and a password', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Use sandbox' }).click()
    await screen.getByLabelText(/^Username/).fill('')
    await screen.getByLabelText('Password', { exact: true }).fill('')
    api.on(`POST ${PATH}`, () => ok(saved))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent('POST')?.configuration_setting).toMatchObject({ username: '', password: '' })
  })

  test('the form names what is missing before anything is sent', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Set up email' }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('This field is required.').first()).toBeVisible()
    expect(sent('POST')).toBeUndefined()
  })

  test('a reader is told that somebody else sets it up', async () => {
    const reader = user({ permission_levels: ACTIVITY_IDS.map((): [number, number] => [1, 0]) })
    const screen = await open(PAGE, reader)
    await expect.element(screen.getByText(/Your role can’t set it up\./)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Set up email' })).not.toBeInTheDocument()
  })
})

test('a reader of saved settings makes no connections with them', async () => {
  api.on(`GET ${PATH}`, () => ok(saved))
  const reader = user({ permission_levels: ACTIVITY_IDS.map((): [number, number] => [1, 0]) })
  const screen = await open(PAGE, reader)
  await expect.element(screen.getByText('Your role can view these settings but not change them.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Test connection' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

describe('email is set up', () => {
  test.each([
    [1, { one_at_a_time: true }],
    [0, {}],
  ])('a server that takes one message at a time is said to: %s', async (times, learnt) => {
    api.on(`GET ${PATH}`, () => ok({ ...saved, ...learnt }))
    const screen = await open()
    await expect.element(screen.getByLabelText('Host')).toHaveValue('smtp.shop.example')
    expect(screen.getByText(/This server takes one email at a time per connection/).elements()).toHaveLength(times)
  })

  test('the stored password is asterisks, and they are taken off before saving', async () => {
    const screen = await open()
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('********')
    await screen.getByLabelText(/^Sender name/).fill('The shop')
    api.on(`PUT ${PATH}`, () => ok(saved))
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent('PUT')?.configuration_setting).toMatchObject({ from_name: 'The shop', password: '' })
  })

  test('a refusal stands at its field, and what was typed stays', async () => {
    const screen = await open()
    await screen.getByLabelText('Host').fill('other.example')
    await expect.element(screen.getByText('Enter the password again: the server has changed')).toBeVisible()
    api.on(`PUT ${PATH}`, () =>
      failed('invalidInput', {
        errors: [
          {
            field: 'configuration_setting.password',
            message: 'Enter the password again: the server has changed',
          },
        ],
      }),
    )
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect.element(screen.getByLabelText('Host')).toHaveValue('other.example')
  })

  test('the panel tells of the field that has the focus', async () => {
    const screen = await open()
    await screen.getByLabelText('Port').click()
    await expect.element(screen.getByText(/Usually 587 for STARTTLS or 465 for TLS/)).toBeVisible()
  })

  test('a test of the connection is told step by step, up to the one that failed', async () => {
    api.on(`POST ${PATH}/test`, () =>
      ok({
        ok: false,
        steps: [
          {
            name: 'connect',
            ok: true,
            ...inWords(sentence('connection.connected', { address: '127.0.0.1', port: '25' })),
          },
          {
            name: 'sign_in',
            ok: false,
            ...inWords(
              sentence('reasons.withAnswer', {
                reason: sentence('reasons.email.wrong_password'),
                answer: '535 5.7.8 no',
              }),
            ),
          },
        ],
      }),
    )
    const screen = await open(`/fr${PAGE}`)
    await screen.getByRole('button', { name: 'Tester la connexion' }).click()
    await expect.element(screen.getByText('Connecté à 127.0.0.1, port 25.')).toBeVisible()
    await expect
      .element(screen.getByText('Le serveur a refusé l’identifiant ou le mot de passe. (535 5.7.8 no)'))
      .toBeVisible()
  })

  test('Cancel asks, names the campaigns that wait, and removes', async () => {
    api.on(`GET ${PATH}`, () =>
      ok({ ...saved, campaigns: [{ uuid: APPLICATION, name: 'Autumn restock', status: 'scheduled' }] }),
    )
    const screen = await open()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByText('Autumn restock')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    api.on(`DELETE ${PATH}`, () => ok())
    api.on(`GET ${PATH}`, () => ok(null))
    await screen.getByRole('button', { name: 'Remove settings' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Set up email' })).toBeVisible()
  })

  test('a failing channel says why', async () => {
    const failure = { message: 'The connection was lost.', since: 1_700_000_000 }
    api.on(`GET ${PATH}`, () => ok({ ...saved, failure }))
    const screen = await open()
    await expect.element(screen.getByText(/The connection was lost\./)).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })
})

test('a role without the right sees the forbidden card and reads nothing', async () => {
  const none = ACTIVITY_IDS.map((id): [number, number] => (id === ACTIVITY.platformEmail ? [0, 0] : [4, 1]))
  const screen = await open(PAGE, user({ permission_levels: none }))
  await expect.element(screen.getByText('You don’t have access to email settings')).toBeVisible()
  expect(api.asked.some(asked => asked.path === PATH)).toBe(false)
})

test('settings that cannot be read can be tried again', async () => {
  api.on(`GET ${PATH}`, () => failed('internal'))
  const screen = await open()
  await expect.element(screen.getByText('Couldn’t load email settings')).toBeVisible()
  api.on(`GET ${PATH}`, () => ok(saved))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByLabelText('Host')).toHaveValue('smtp.shop.example')
})

describe('the sender’s domain', () => {
  const AUTHENTICATION = '/api/notifications/email/authentication'
  const check = (state: AuthenticationCheck['state'], message: string, more: Partial<AuthenticationCheck> = {}) => ({
    state,
    said: { message },
    found: null,
    record: null,
    ...more,
  })
  const record = { host: '_dmarc.shop.example', type: 'TXT', value: 'v=DMARC1; p=none' } as const
  const checked: SenderAuthentication = {
    domain: 'shop.example',
    spf: check('ok', 'Receivers accept it.', { found: 'v=spf1 mx ~all' }),
    dkim: check('unknown', 'DNS didn’t answer in time.'),
    dmarc: check('missing', 'No DMARC record.', { record }),
    checked_on: Date.now() / 1000,
  }

  test('each part says its state in words, with the record to add, and is checked again on demand', async () => {
    api.on(`GET ${AUTHENTICATION}`, () => ok(checked))
    const screen = await open()
    const panel = screen.getByRole('region', { name: 'Sender authentication' })
    await expect.element(panel.getByText('v=spf1 mx ~all')).toBeVisible()
    const rows = panel.getByRole('listitem')
    expect(rows.elements().map(row => row.querySelector('h3')?.textContent)).toEqual([
      'SPF In order',
      'DKIM Unknown',
      'DMARC Missing',
    ])
    const missing = rows.nth(2)
    await expect.element(missing.getByText('_dmarc.shop.example')).toBeVisible()
    await expect.element(missing.getByRole('button', { name: 'Copy host of DMARC' })).toBeVisible()
    await expect.element(missing.getByRole('button', { name: 'Copy value of DMARC' })).toBeVisible()
    expect(await axeFindings()).toEqual([])

    api.on(`GET ${AUTHENTICATION}`, ({ query }) =>
      ok({ ...checked, dmarc: check(query.get('again') === 'true' ? 'ok' : 'missing', 'Receivers refuse them.') }),
    )
    await panel.getByRole('button', { name: 'Check again' }).click()
    await expect.element(panel.getByText('Receivers refuse them.')).toBeVisible()
    await expect.element(panel.getByText('_dmarc.shop.example')).not.toBeInTheDocument()
  })

  test('a check that fails is offered again', async () => {
    api.on(`GET ${AUTHENTICATION}`, () => failed('internal'))
    const screen = await open()
    const panel = screen.getByRole('region', { name: 'Sender authentication' })
    await expect.element(panel.getByText('Couldn’t check the sender’s domain')).toBeVisible()
    api.on(`GET ${AUTHENTICATION}`, () => ok(checked))
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect.element(panel.getByText('No DMARC record.')).toBeVisible()
  })
})

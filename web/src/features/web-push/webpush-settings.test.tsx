import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import type { Site } from '@notifly/contracts/web-push/web-push'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

const PATH = '/api/notifications/webpush/configuration'
const PROMPTS = '/api/notification/webpush/preferences'
const INSTALLATION = '/api/notifications/webpush/installation'
const PAGE = `/applications/${APPLICATION}/settings/platform?checkWebpushConfigure=true`

const site: Site = {
  site_name: 'Harbor & Pine',
  site_url: 'https://harborandpine.example',
  site_label: '',
  auto_re_subscribe: 1,
  wn_name: '',
  wn_message: '',
  wn_on_click: 0,
  wn_link: '',
  https_url: 1,
  icon_url: 'https://harborandpine.example/icon.png',
  uploadIcon: '',
  uploadBanner: '',
  platform: 0,
  worker_path: '/notifly-worker.js',
  worker_scope: '/',
  application_server_key: 'BPublicKey',
  failure: null,
  campaigns: [],
  subscribers: 0,
  updated_on: 1_700_000_000,
}

const bell = {
  size: 1,
  location: 1,
  hide_user_if_subscribed: true,
  custmize_bell_text: false,
  auto_prompt: true,
  primary_color: '#443DF6',
  accent_color: '#ffffff',
  custmize_bell: { when_user_not_subscribed: '', when_user_subscribed: '', when_user_blocked_notifications: '' },
  offset: { bottom: 16, left: 16, right: 16 },
}
const prompts = (preferences: object) =>
  ok({ prompt_preferences: { active: 'subscription_bell', ...preferences }, updated_on: null })

let api: ApiStub
let stop: (() => void) | undefined

async function open(query = '') {
  const app = await renderApp(PAGE + query, user())
  stop = app.stop
  return app.screen
}

const sent = (method: string, path: string) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body as
    Record<string, unknown> | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/approvals': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [`GET ${PATH}`]: () => ok(null),
    [`GET ${PROMPTS}`]: () => prompts({}),
    'GET /api/notification/webpush/safari/configuration': () => ok(null),
    [`GET ${INSTALLATION}`]: () =>
      ok({
        snippet: '<script></script>',
        worker: { path: '/notifly-worker.js', scope: '/', content: 'importScripts()' },
      }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('a site is set up with its first prompt: Save waits for name, address, icon and prompt', async () => {
  api.on(`POST ${PATH}`, () => ok(site, { message: 'Web push is set up.' }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Set up web push' }).click()
  await screen.getByLabelText('Site name').fill('Harbor & Pine')
  await screen.getByLabelText('Site address').fill('https://harborandpine.example')
  await screen.getByLabelText('Default icon', { exact: true }).fill('https://harborandpine.example/icon.png')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Add prompt' }).click()
  await screen.getByRole('button', { name: 'Save prompts' }).click()
  await expect.element(screen.getByText('A round bell in the corner of every page.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Web push is set up.')).toBeVisible()
  expect(sent('POST', PATH)).toMatchObject({
    site_name: 'Harbor & Pine',
    webPushPromptPreferences: { active: 'subscription_bell', subscription_bell: bell },
  })
})

const rejected = (command: string, payload: object) => ({
  uuid: '0198c0de-0000-7000-8000-00000000e001',
  activity_id: ACTIVITY.platformWebpush,
  command,
  title: 'Harbor & Pine',
  status: 2,
  payload,
  before: null,
  description: 'Ask in one sentence.',
  maker: { uuid: 'm', name: 'Dev' },
  approver: { uuid: 'a', name: 'Meera' },
  created_on: 1_700_000_000,
  decided_on: 1_700_000_100,
  deadline_on: null,
  reopens: null,
  reopened_by: null,
  can_decide: false,
  can_withdraw: false,
  can_reopen: true,
})
const CORRECTING = '&approval=0198c0de-0000-7000-8000-00000000e001'

test('an address that is half typed is shown as it stands', async () => {
  const screen = await open('&setup=form')
  const icon = screen.getByLabelText('Default icon', { exact: true })
  await icon.fill('https://cdn.example/my%')
  await expect.element(screen.getByText('my%', { exact: true })).toBeVisible()
  await icon.fill('https://cdn.example/my%20icon.png')
  await expect.element(screen.getByText('my icon.png', { exact: true })).toBeVisible()
})

test('a picture that cannot be taken is said at its field, and the field can still be filled in', async () => {
  const screen = await open('&setup=form')
  await expect.element(screen.getByLabelText('Default icon', { exact: true })).toBeVisible()
  const picker = document.querySelector('input[type=file][aria-label*="Default icon"]')
  await userEvent.upload(picker as HTMLElement, new File(['text'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(screen.getByText('Choose a PNG or JPEG image.')).toBeVisible()
  await screen.getByLabelText('Default icon', { exact: true }).fill('https://cdn.example/icon.png')
  await userEvent.tab()
  await expect.element(screen.getByText('Choose a PNG or JPEG image.')).not.toBeInTheDocument()
})

test('a rejected set-up comes back with the prompts that were asked for', async () => {
  const { site_name, site_url, icon_url } = site
  const payload = { site_name, site_url, icon_url, webPushPromptPreferences: { subscription_bell: bell } }
  api.on('GET /api/approvals', ({ query }) => page(query.get('uuid') ? [rejected('site.create', payload)] : []))
  api.on(`POST ${PATH}`, () => ok(site, { message: 'Web push is set up.' }))
  const screen = await open(CORRECTING)
  await expect.element(screen.getByText('A round bell in the corner of every page.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Web push is set up.')).toBeVisible()
  expect(sent('POST', PATH)).toMatchObject({
    reopens: rejected('', {}).uuid,
    webPushPromptPreferences: { subscription_bell: bell },
  })
})

describe('with a site', () => {
  beforeEach(() => {
    api.on(`GET ${PATH}`, () => ok(site))
    api.on(`GET ${PROMPTS}`, () => prompts({ subscription_bell: bell }))
    api.on(`POST ${PROMPTS}`, () => ok({}, { message: 'Prompts saved.' }))
  })

  test('the preview is the bell itself, and texts that are missing are said at their field', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Edit: Bell' }).click()
    await screen.getByRole('button', { name: 'Subscribe to notifications' }).click()
    await screen.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await expect.element(screen.getByText('These visitors don’t see the bell.')).toBeVisible()
    await screen.getByRole('switch', { name: 'Customize bell text' }).click()
    await screen.getByRole('button', { name: 'Save prompts' }).click()
    await expect.element(screen.getByText('This field is required.').first()).toBeVisible()
    await expect.element(screen.getByLabelText('When not subscribed')).toHaveFocus()
    expect(sent('POST', PROMPTS)).toBeUndefined()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('switch', { name: 'Customize bell text' }).click()
    await screen.getByRole('button', { name: 'Save prompts' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(sent('POST', PROMPTS)).toEqual({
      prompt_preferences: { active: 'subscription_bell', subscription_bell: bell },
    })
  })

  test('rejected prompts open as they were asked for; what was typed is not closed without a question', async () => {
    const asked = { ...bell, size: 0 }
    const payload = { prompt_preferences: { active: 'subscription_bell', subscription_bell: asked } }
    api.on('GET /api/approvals', ({ query }) => page(query.get('uuid') ? [rejected('prompts.update', payload)] : []))
    const screen = await open(CORRECTING)
    const dialog = screen.getByRole('dialog', { name: 'Web push prompts' })
    await expect.element(dialog.getByRole('radio', { name: 'Large 64' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Small 42' }).click()
    await userEvent.keyboard('{Escape}')
    const question = screen.getByRole('dialog', { name: 'Close without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Save prompts' }).click()
    await expect
      .poll(() => sent('POST', PROMPTS))
      .toMatchObject({
        reopens: rejected('', {}).uuid,
        prompt_preferences: { subscription_bell: { ...asked, size: 2 } },
      })
  })

  test('a prompt is added in its tab, Escape in its preview closes that alone, and it is deleted after a question', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Add prompt' }).click()
    await screen.getByLabelText('Accept button').fill('Yes please')
    const shown = screen.getByRole('button', { name: 'Yes please' })
    shown.element().focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(shown).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Show again' })).toHaveFocus()
    await expect.element(screen.getByLabelText('Accept button')).toHaveValue('Yes please')
    await userEvent.keyboard('{Enter}')
    await expect.element(shown).toBeVisible()
    await screen.getByRole('tab', { name: /Bell/ }).click()
    await screen.getByRole('button', { name: 'Delete bell' }).click()
    await screen.getByRole('dialog', { name: 'Delete the bell?' }).getByRole('button', { name: 'Delete bell' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add the bell' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Save prompts' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    const saved = sent('POST', PROMPTS)?.['prompt_preferences'] as Record<string, { accept?: { message: string } }>
    expect(Object.keys(saved)).toEqual(['active', 'slide_prompt'])
    expect(saved['slide_prompt']?.accept?.message).toBe('Yes please')
  })

  test('where bell and slide prompt would both ask, one is chosen, and the list says which', async () => {
    const slide = {
      custmize_prompt_text: false,
      prompt_text: '',
      accept: { message: 'Allow', text_color: '#ffffff', background_color: '#443DF6' },
      reject: { message: 'Not now', text_color: '#ffffff', background_color: '#e54b4d' },
    }
    let saved = prompts({ subscription_bell: bell, slide_prompt: slide })
    api.on(`GET ${PROMPTS}`, () => saved.clone())
    const screen = await open()
    const row = (name: string) => screen.getByRole('row').filter({ hasText: name })
    await expect.element(row('Bell').getByText('Asks visitors')).toBeVisible()
    await expect.element(row('Slide prompt').getByText('Waiting')).toBeVisible()
    await screen.getByRole('button', { name: 'Edit: Slide prompt' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('tab', { name: 'Slide prompt Waiting' })).toBeVisible()
    await expect.element(dialog.getByText(/^The slide prompt stays hidden/)).toBeVisible()
    const choice = dialog.getByRole('radiogroup', { name: 'Asks visitors first' })
    await choice.getByRole('radio', { name: 'Slide prompt' }).click()
    await expect.element(dialog.getByText(/^The bell stays closed/)).toBeVisible()
    await dialog.getByRole('tab', { name: /Bell/ }).click()
    expect(await axeFindings()).toEqual([])
    // No choice where only one is left to ask by itself.
    await dialog.getByRole('switch', { name: 'Open automatically' }).click()
    await expect.element(choice).not.toBeInTheDocument()
    await dialog.getByRole('switch', { name: 'Open automatically' }).click()
    await expect.element(choice).toBeVisible()
    saved = prompts({ active: 'slide_prompt', subscription_bell: bell, slide_prompt: slide })
    await dialog.getByRole('button', { name: 'Save prompts' }).click()
    await expect.element(row('Slide prompt').getByText('Asks visitors')).toBeVisible()
    await expect.element(row('Bell').getByText('Waiting')).toBeVisible()
    expect(sent('POST', PROMPTS)?.['prompt_preferences']).toMatchObject({ active: 'slide_prompt' })

    await screen.getByRole('button', { name: 'Delete: Slide prompt' }).click()
    const question = screen.getByRole('dialog', { name: 'Delete the slide prompt?' })
    expect(await axeFindings()).toEqual([])
    saved = prompts({ subscription_bell: bell })
    await question.getByRole('button', { name: 'Delete slide prompt' }).click()
    await expect.element(row('Slide prompt')).not.toBeInTheDocument()
    expect(Object.keys(sent('POST', PROMPTS)?.['prompt_preferences'] ?? {})).toEqual(['active', 'subscription_bell'])
    // Web push needs one.
    await expect.element(screen.getByRole('button', { name: 'Delete: Bell' })).not.toBeInTheDocument()
  })

  test('a site on the own machine is told that visitors need another address', async () => {
    api.on(`GET ${PATH}`, () => ok({ ...site, site_url: 'http://localhost:3000', https_url: 0 }))
    const screen = await open()
    await expect.element(screen.getByText('This address works only on this computer.')).toBeVisible()
  })

  test('the last prompt is not deleted, and the dialog says why', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Edit: Bell' }).click()
    await expect.element(screen.getByText('Web push needs at least one prompt.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Delete bell' })).not.toBeInTheDocument()
  })

  test('the identity key is shown once the person has confirmed who they are, to those who may change the settings', async () => {
    let isConfirmed = false
    api.on(`POST ${INSTALLATION}/identity-key`, () =>
      isConfirmed ? ok({ identity_key: 'E_usidZIdYzgYVe5jPSkKypj' }) : failed('confirmIdentity'),
    )
    api.on('GET /authP/profile', () => ok({ email: 'asha@palmyra.example', has_password: true, mfa_enabled: false }))
    api.on('POST /authP/reauthenticate', () => {
      isConfirmed = true
      return ok()
    })
    const screen = await open()
    await screen.getByRole('button', { name: 'Show identity key' }).click()
    const question = screen.getByRole('dialog')
    await question
      .getByLabelText(/password/i)
      .first()
      .fill('Correct-horse-7')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('E_usidZIdYzgYVe5jPSkKypj')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy key' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect.element(screen.getByText('E_usidZIdYzgYVe5jPSkKypj')).not.toBeInTheDocument()
  })

  test('who may only read sees how visitors are named, and no key', async () => {
    const levels = ACTIVITY_IDS.map((id): [number, number] => (id === ACTIVITY.platformWebpush ? [1, 0] : [4, 1]))
    const app = await renderApp(PAGE, user({ permission_levels: levels }))
    stop = app.stop
    await expect.element(app.screen.getByText('3. Identify signed-in visitors (optional)')).toBeVisible()
    await expect.element(app.screen.getByRole('button', { name: 'Show identity key' })).not.toBeInTheDocument()
  })

  test('the subscribed browsers are counted, and removing says that they are lost', async () => {
    api.on(`GET ${PATH}`, () => ok({ ...site, subscribers: 1204 }))
    const screen = await open()
    await expect.element(screen.getByText('1,204 browsers subscribed')).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Remove web push settings?' })
    await expect.element(dialog.getByText(/^1,204 browsers are subscribed\. Their subscriptions end/)).toBeVisible()
  })

  test('the worker is looked at, and its fault is named with what to do', async () => {
    api.on(`POST ${INSTALLATION}/check`, () =>
      ok({ url: 'https://harborandpine.example/notifly-worker.js', ok: false, fault: 'html', message: 'A page.' }),
    )
    const screen = await open()
    await screen.getByRole('button', { name: 'Check worker' }).click()
    await expect.element(screen.getByText('The path returns a page, not the worker.')).toBeVisible()
    await expect.element(screen.getByText(/Upload the file there/)).toBeVisible()
  })
})

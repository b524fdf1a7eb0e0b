import type { SafariConfiguration } from '@notifly/contracts/web-push/safari'
import type { Site } from '@notifly/contracts/web-push/web-push'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../api/session.ts'
import { type ApiStub, APPLICATION, failed, ok, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const PATH = '/api/notification/webpush/safari/configuration'
const SITE_PATH = '/api/notifications/webpush/configuration'
const PAGE = `/applications/${APPLICATION}/settings/platform?checkWebpushConfigure=true`

const site: Site = {
  site_name: 'Lumen',
  site_url: 'https://lumen.example',
  site_label: '',
  auto_re_subscribe: 1,
  wn_name: '',
  wn_message: '',
  wn_on_click: 0,
  wn_link: '',
  https_url: 1,
  icon_url: 'https://lumen.example/icon.png',
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

const safari: SafariConfiguration = {
  webpush_id: 'web.com.example.lumen',
  website_name: 'Lumen',
  p12CertificateName: 'lumen.p12',
  password: '********',
  icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  icon_sizes: [256],
  certificate: {
    subject: 'CN=Website Push ID: web.com.example.lumen, UID=web.com.example.lumen',
    issuer: 'CN=Apple Worldwide Developer Relations',
    valid_from: 1_700_000_000,
    valid_until: 1_731_000_000,
    state: 'expired',
    has_intermediate: false,
  },
  subscribers: 41,
  updated_on: 1_700_000_000,
}

let api: ApiStub
let stop: (() => void) | undefined

async function open(query = '') {
  const app = await renderApp(PAGE + query, user())
  stop = app.stop
  return app.screen
}

const bodyOf = (method: string, path: string) =>
  api.asked.findLast(asked => asked.method === method && asked.path === path)?.body

/** As the browser's own dialog hands a file over. */
function give(label: string, file: File): void {
  const input = document.querySelector<HTMLInputElement>(`input[type=file][aria-label="File: ${label}"]`)
  if (input === null) throw new Error(`there is no place for ${label}`)
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function picture(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? new Blob()], 'lamp.png', { type: 'image/png' })
}

/** The edge of a PNG. */
const edgeOf = async (png: File): Promise<number> => (await createImageBitmap(png)).width

beforeEach(() => {
  api = stubApi({
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/approvals': () => ok([]),
    'GET /authP/organization': () => ok([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    [`GET ${SITE_PATH}`]: () => ok(site),
    'GET /api/notification/webpush/preferences': () => ok({ prompt_preferences: { active: 'slide_prompt' } }),
    'GET /api/notifications/webpush/installation': () =>
      ok({ snippet: '<script></script>', worker: { path: '/w.js', scope: '/', content: 'importScripts()' } }),
    [`GET ${PATH}`]: () => ok(null),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

test('a certificate is handed in with a picture in five sizes; what is wrong with it stands at its field', async () => {
  const wrong = 'Wrong certificate password.'
  api.on(`POST ${PATH}`, () => failed('invalidInput', { errors: [{ field: 'password', message: wrong }] }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Set up Safari' }).click()
  const save = screen.getByRole('button', { name: 'Save Safari settings' })
  await save.click()
  await expect.element(screen.getByText('Choose the .p12 certificate file.')).toBeVisible()
  await expect.element(screen.getByText('Choose a square image.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  give('Certificate (.p12)', new File(['x'], 'lumen.pem'))
  await expect.element(screen.getByText('This isn’t a .p12 file.')).toBeVisible()
  give('Certificate (.p12)', new File(['x'], 'lumen.p12'))
  give('Icon', await picture())
  await expect.element(screen.getByText('This isn’t a .p12 file.')).not.toBeInTheDocument()
  await screen.getByLabelText('Website push ID').fill('web.com.example.lumen')
  await screen.getByLabelText('Website name').fill('Lumen')
  await screen.getByLabelText('Certificate password').fill('secret')
  await save.click()
  await expect.element(screen.getByText(wrong)).toBeVisible()
  const sent = bodyOf('POST', PATH) as FormData
  expect([...sent.keys()]).toEqual([
    'webpush_id',
    'website_name',
    'password',
    'certificate',
    'icon',
    'icon_128',
    'icon_64',
    'icon_32',
    'icon_16',
  ])
  expect(await Promise.all(['icon', 'icon_16'].map(name => edgeOf(sent.get(name) as File)))).toEqual([256, 16])
  api.on(`POST ${PATH}`, () => ok(safari, { message: 'Safari 7 to 15 set up.' }))
  api.on(`GET ${PATH}`, () => ok(safari))
  await save.click()
  await expect.element(screen.getByText('Safari 7 to 15 set up.')).toBeVisible()
  await expect.element(screen.getByText('41', { exact: true })).toBeVisible()
})

test('what is set up is shown with what has to be done; it is switched on, kept in a change, and removed', async () => {
  api.on(`GET ${PATH}`, () => ok(safari))
  api.on(`PUT ${SITE_PATH}`, () => ok({ ...site, platform: 1 }, { message: 'Settings saved.' }))
  api.on(`PUT ${PATH}`, () => ok(safari, { message: 'Settings saved.' }))
  api.on(`DELETE ${PATH}`, () => ok(undefined, { message: 'Settings removed.' }))
  const screen = await open()
  await expect.element(screen.getByText(/The certificate expired on/)).toBeVisible()
  await expect.element(screen.getByText('Apple’s intermediate certificate is missing.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('switch', { name: 'Ask visitors using Safari 7 to 15' }).click()
  await expect.poll(() => bodyOf('PUT', SITE_PATH)).toMatchObject({ platform: 1, site_name: 'Lumen' })
  await screen.getByRole('button', { name: 'Change', exact: true }).click()
  await screen.getByLabelText('Website name').fill('Lumen & Co')
  await screen.getByRole('button', { name: 'Save Safari settings' }).click()
  await expect
    .poll(() => Object.fromEntries((bodyOf('PUT', PATH) as FormData | undefined) ?? []))
    .toEqual({ webpush_id: 'web.com.example.lumen', website_name: 'Lumen & Co', password: '' })
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Remove Safari settings?' })
  await expect.element(dialog.getByText(/41 subscribed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Safari settings' }).click()
  await expect.element(screen.getByText('Settings removed.')).toBeVisible()
})

test('Cancel in the form removes what is saved, and waits until something is', async () => {
  api.on(`GET ${PATH}`, () => ok(safari))
  api.on(`DELETE ${PATH}`, () => ok(undefined, { message: 'Settings removed.' }))
  const screen = await open('&safari=form')
  const cancel = screen.getByRole('form', { name: 'Safari 7 to 15' }).getByRole('button', { name: 'Cancel' })
  await cancel.click()
  api.on(`GET ${PATH}`, () => ok(null))
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove Safari settings' }).click()
  await screen.getByRole('button', { name: 'Set up Safari' }).click()
  await expect.element(cancel).toBeDisabled()
  await screen.getByRole('form', { name: 'Safari 7 to 15' }).getByRole('button', { name: 'Close' }).click()
  await expect.element(cancel).not.toBeInTheDocument()
})

test('saving the site leaves the switch for Safari as it is', async () => {
  api.on(`GET ${SITE_PATH}`, () => ok({ ...site, platform: 1 }))
  api.on(`GET ${PATH}`, () => ok({ ...safari, approval_uuid: 'e2f1f0a0-0000-4000-8000-000000000001' }))
  api.on('GET /api/notification/webpush/preferences', () =>
    ok({ prompt_preferences: { active: 'slide_prompt', slide_prompt: { accept: {}, reject: {} } } }),
  )
  api.on(`PUT ${SITE_PATH}`, () => ok(site, { message: 'Settings saved.' }))
  const screen = await open('&safari=form')
  // A request waits on Safari's settings: no form, and nothing of them can be changed.
  await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled()
  await screen.getByLabelText('Site name').fill('Lumen shop')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => bodyOf('PUT', SITE_PATH)).toMatchObject({ platform: 1, site_name: 'Lumen shop' })
})

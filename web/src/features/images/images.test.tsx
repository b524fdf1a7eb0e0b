import { type Brand, DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import type { Image } from '@notifly/contracts/images/images'
import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FOLDER = '0198c0de-0000-7000-8000-0000000000f1'
const idOf = (n: number) => `0198c0de-0000-7000-8000-00000000300${n}`
// A pixel: whatever address the stub gives, the picture is there.
const image = (n: number, change: Partial<Image> = {}): Image => ({
  uuid: idOf(n),
  name: `Lamp ${n}`,
  address: `${window.location.origin}/favicon.svg?n=${n}`,
  thumbnail: `${window.location.origin}/favicon.svg?n=${n}`,
  alt: '',
  width: 1200,
  height: 800,
  size_bytes: 51_200,
  is_animated: false,
  folder_uuid: null,
  created_on: 1_795_000_000,
  created_by: 'Asha Raman',
  ...change,
})
const brand: Brand = { ...DEFAULT_BRAND, name: 'Harbor & Pine', logo: null, updated_on: null }

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>> | undefined
beforeEach(async () => {
  await browser.viewport(1280, 900)
  localStorage.clear()
  const images = [image(1), image(2, { alt: 'A lamp that is lit' })]
  api = stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
    'GET /api/images': ({ query }) => page(images.filter(({ name }) => name.includes(query.get('search') ?? ''))),
    'GET /api/images/folders': () => ok([{ uuid: FOLDER, name: 'Autumn', images: 1 }]),
    'GET /api/images/uses': () =>
      ok({ uses: [{ kind: 'template', uuid: idOf(9), name: 'Welcome', type: 'Email', is_former: false }], runs: 2 }),
    'GET /api/brand': () => ok(brand),
    'POST /api/template/preview': () => ok({ html: '', text: '', problems: [], size_bytes: 0, contact: null }),
  })
})
afterEach(() => {
  view?.stop()
  api.restore()
  session.set(undefined)
})

const open = async (address: string, who = user()) => {
  view = await renderApp(`/applications/${APPLICATION}/${address}`, who)
  return view.screen
}

test('an image is found, described and moved, and says what shows it before it goes', async () => {
  const screen = await open('images')
  await expect.element(screen.getByRole('link', { name: /Autumn/ })).toBeVisible()
  await expect.element(screen.getByText('No alt text')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('searchbox', { name: 'Search images' }).fill('Lamp 1')
  await expect.element(screen.getByRole('button', { name: /Lamp 2/ })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /Lamp 1/ }).click()
  const drawer = screen.getByRole('dialog', { name: 'Lamp 1' })
  await expect.element(drawer.getByRole('link', { name: 'Welcome' })).toBeVisible()
  await expect.element(drawer.getByText('2 sent messages show it')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  api.on('PUT /api/images', () => ok(image(1, { alt: 'A brass lamp' })))
  await drawer.getByRole('textbox', { name: 'Alt text' }).fill('A brass lamp')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => api.asked.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      name: 'Lamp 1',
      alt: 'A brass lamp',
      folder_uuid: null,
    })
  await drawer.getByRole('button', { name: 'Delete image' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete “Lamp 1”?' })
  await expect.element(dialog.getByText('Used in: Welcome.')).toBeVisible()
  await expect.element(dialog.getByText(/keep showing it/)).toBeVisible()
  api.on('DELETE /api/images', () => ok())
  await dialog.getByRole('button', { name: 'Delete image' }).click()
  await expect.poll(() => api.asked.find(({ method }) => method === 'DELETE')?.query.get('uuid')).toBe(idOf(1))
})

test('an image is not called unused when that is not known', async () => {
  const uses = () => ok({ uses: [], runs: 0 })
  api.on('GET /api/images/uses', () => failed('unavailable'))
  const screen = await open('images')
  await screen.getByRole('button', { name: /Lamp 1/ }).click()
  const drawer = screen.getByRole('dialog', { name: 'Lamp 1' })
  await expect.element(drawer.getByText('Couldn’t check where this image is used')).toBeVisible()
  await drawer.getByRole('button', { name: 'Delete image' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete “Lamp 1”?' })
  await expect.element(dialog.getByText('Couldn’t check where this image is used')).toBeVisible()
  await expect.element(dialog.getByText(/Nothing uses this image/)).not.toBeInTheDocument()
  api.on('GET /api/images/uses', uses)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByText(/Nothing uses this image/)).toBeVisible()
})

test('several images go into a folder together', async () => {
  const screen = await open('images')
  await screen.getByRole('checkbox', { name: 'Select Lamp 1' }).click()
  await screen.getByRole('checkbox', { name: 'Select Lamp 2' }).click()
  const bar = screen.getByRole('toolbar', { name: '2 selected' })
  await expect.element(bar).toBeVisible()
  expect(await axeFindings()).toEqual([])
  api.on('POST /api/images/move', () => ok({ moved: 2 }))
  await bar.getByRole('button', { name: 'Move to folder' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'No folder' })).toHaveAttribute('aria-disabled', 'true')
  await pick(screen.getByRole('menuitem', { name: /Autumn/ }))
  await expect.element(screen.getByText('2 images moved')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  const asked = api.asked.find(({ path }) => path === '/api/images/move')
  expect(asked?.body).toEqual({ uuids: [idOf(1), idOf(2)], folder_uuid: FOLDER })
})

test('a file that is too large is refused by itself', async () => {
  const screen = await open('images')
  await expect.element(screen.getByRole('button', { name: 'Upload images' })).toBeVisible()
  const picker = screen.getByLabelText('Image files').element() as HTMLInputElement
  const chosen = new DataTransfer()
  chosen.items.add(new File([new Uint8Array(21_000_000)], 'huge.png', { type: 'image/png' }))
  picker.files = chosen.files
  picker.dispatchEvent(new Event('change', { bubbles: true }))
  const refused = screen.getByRole('list', { name: 'Uploads' })
  await expect.element(refused.getByText(/larger than 20/)).toBeVisible()
  await refused.getByRole('button', { name: 'Dismiss huge.png' }).click()
  await expect.element(refused).not.toBeInTheDocument()
})

test('who only reads adds nothing', async () => {
  const reads = ACTIVITY_IDS.map((id): [number, number] => [id === ACTIVITY.templateEmail ? 1 : 0, 0])
  const reader = await open('images', user({ permission_levels: reads }))
  await expect.element(reader.getByRole('button', { name: /Lamp 1/ })).toBeVisible()
  await expect.element(reader.getByRole('button', { name: 'Upload images' })).not.toBeInTheDocument()
  await reader.getByRole('button', { name: /Lamp 2/ }).click()
  const drawer = reader.getByRole('dialog', { name: 'Lamp 2' })
  await expect.element(drawer.getByRole('button', { name: 'Copy URL' })).toBeVisible()
  await expect.element(drawer.getByRole('textbox', { name: 'Alt text' })).toHaveAttribute('readonly')
  expect(drawer.getByRole('button', { name: 'Delete image' }).query()).toBeNull()
  expect(await axeFindings()).toEqual([])
})

test('a brand says how well its colors are read, takes a logo of the library, and new templates look like it', async () => {
  const screen = await open('settings/brand')
  await screen.getByRole('textbox', { name: 'Links' }).fill('#ffe08a')
  await expect.element(screen.getByText(/Hard to read on white \(1\.2:1\)/)).toBeVisible()
  await screen.getByRole('button', { name: 'Choose Logo from the library' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Choose an image' })
  await dialog.getByRole('button', { name: /^Folder/ }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: 'Autumn' }))
  await expect
    .poll(() => api.asked.findLast(({ path }) => path === '/api/images')?.query.get('folder_uuid'))
    .toBe(FOLDER)
  await dialog.getByRole('button', { name: /Lamp 2/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  await screen.getByRole('button', { name: 'Add link' }).click()
  await screen.getByRole('textbox', { name: 'Facebook URL' }).fill('facebook.com')
  await screen.getByRole('button', { name: 'Save brand' }).click()
  await expect.element(screen.getByText('Enter a URL that starts with https://.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Facebook URL' }).fill('https://facebook.com/pine')
  await screen.getByRole('textbox', { name: /Postal address/ }).fill('Harbor 1\n<b>Oslo</b>')
  expect(await axeFindings()).toEqual([])
  const { uuid, address, alt, width, height } = image(2, { alt: 'A lamp that is lit' })
  const saved = (): Brand => ({
    ...brand,
    colors: { ...brand.colors, link: '#ffe08a' },
    logo: { uuid, address, alt, width, height },
    address: 'Harbor 1\n<b>Oslo</b>',
    social: [{ network: 'facebook', url: 'https://facebook.com/pine' }],
    updated_on: 1_795_000_000,
  })
  api.on('PUT /api/brand', () => ok(saved()))
  api.on('GET /api/brand', () => ok(saved()))
  await screen.getByRole('button', { name: 'Save brand' }).click()
  await expect
    .poll(() => api.asked.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({
      logo_uuid: uuid,
      social: [{ network: 'facebook', url: 'https://facebook.com/pine' }],
    })
  await expect.element(screen.getByRole('button', { name: 'Discard' })).toBeDisabled()
  view?.stop()
  await open('template/new?start=announcement&mode=html')
  const source = () => api.asked.findLast(({ path }) => path === '/api/template/preview')?.body as Preview | undefined
  await expect
    .poll(() => source()?.content.html)
    .toContain(`<img src="${address}" alt="A lamp that is lit" width="160"`)
  expect(source()?.content.html).toContain('Harbor 1<br>\n                &lt;b&gt;Oslo&lt;/b&gt;<br>')
  expect(source()?.content.html).not.toMatch(/\[\[|Your company/)
})

interface Preview {
  content: { html: string }
}

test('folders that could not be loaded are said to be missing, and come on request', async () => {
  api.on('GET /api/images/folders', () => failed('unavailable'))
  const screen = await open('images')
  await expect.element(screen.getByText('Couldn’t load folders')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Lamp 1/ })).toBeVisible()
  api.on('GET /api/images/folders', () => ok([{ uuid: FOLDER, name: 'Autumn', images: 1 }]))
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('link', { name: /Autumn/ })).toBeVisible()
  await expect.element(screen.getByText('Couldn’t load folders')).not.toBeInTheDocument()
})

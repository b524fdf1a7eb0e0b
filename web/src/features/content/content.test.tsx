import type { Content } from '@notifly/contracts/content/content'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiStub, failed, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
beforeEach(() => {
  api = stubApi()
})
afterEach(() => {
  view.stop()
  api.restore()
})

const TEXT: Content = {
  title: 'Privacy',
  html:
    '<p>Hello <a href="/hi/c/terms#end">terms</a>, <a href="#two">below</a></p><h2 id="two">Two</h2>' +
    '<script>window.hacked = 1</script><img src="x" onerror="window.hacked = 2"><p onclick="window.hacked = 3">Text</p>',
  updated_on: Date.parse('2026-11-28') / 1000,
  locale: 'en',
  headings: [{ id: 'two', text: 'Two' }],
}

test('a text is drawn without what could run, in its own language, and its links stay in the reader’s', async () => {
  api.on('POST /_content/c', () => ok(TEXT))
  view = await renderApp('/hi/c/privacy', undefined)
  const { screen } = view
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect.element(screen.getByText('इस पेज का अनुवाद अभी नहीं हुआ है, इसलिए यह अंग्रेज़ी में है।')).toBeVisible()
  expect(api.asked.find(({ path }) => path === '/_content/c')?.body).toEqual({ locale: 'hi', page: 'privacy' })
  const prose = document.querySelector('.prose')
  expect(prose?.getAttribute('lang')).toBe('en')
  expect(prose?.innerHTML).not.toMatch(/script|onerror|onclick/)
  expect('hacked' in window).toBe(false)
  expect(await axeFindings(document.body)).toEqual([])
  await screen.getByRole('link', { name: 'terms' }).click()
  await expect.poll(view.address).toBe('/hi/c/terms#end')
})

test('a page that is not there says so, and one that cannot be read offers another try', async () => {
  view = await renderApp('/c/nowhere', undefined)
  await expect.element(view.screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(view.screen.getByRole('button', { name: 'Retry' }).query()).toBeNull()
  view.stop()
  api.on('POST /_content/changelogs', () => failed('internal'))
  view = await renderApp('/changelogs', undefined)
  const retry = view.screen.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  api.on('POST /_content/changelogs', () => ok({ ...TEXT, title: 'What’s new' }))
  await retry.click()
  await expect.element(view.screen.getByRole('link', { name: 'terms' })).toBeVisible()
})

test('entries of the changelog are listed by year, and who opens it has read it', async () => {
  let unread = true
  const headings = ['2026-03-02', '2026-02-03-2', '2026-02-03', '2025-12-31'].map(id => ({ id, text: `Entry ${id}` }))
  api.on('POST /_content/changelogs', () => ok({ ...TEXT, headings }))
  api.on('GET /api/changelogs/unread', () => ok({ unread }))
  api.on('PUT /api/changelogs/read', () => {
    unread = false
    return ok()
  })
  view = await renderApp('/changelogs', user())
  const contents = view.screen.getByRole('navigation', { name: 'On this page' })
  await expect.element(contents.getByRole('region', { name: '2026' }).getByRole('link').nth(2)).toBeVisible()
  expect(contents.getByRole('region', { name: '2025' }).getByRole('link').elements()).toHaveLength(1)
  await expect.poll(() => api.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  await expect.element(view.screen.getByText('New')).not.toBeInTheDocument()
})

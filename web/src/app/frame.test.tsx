import { ACTIVITY, ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page as view, userEvent } from 'vitest/browser'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../testing/api-stub.ts'
import { renderApp } from '../testing/render-app.tsx'
import { saveData } from '../testing/save-data.ts'
import { until } from '../testing/until.ts'

let api: ApiStub
let stop: (() => void) | undefined

beforeEach(() => {
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /authP/organization': () => page([]),
    'GET /authP/sso': () => ok([]),
    'GET /api/dashboard/overview': () => failed('internal'),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
})

async function open(address: string, who?: ReturnType<typeof user>) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

test('pages are loaded ahead in an idle moment, but not by a browser that saves data', async () => {
  const idle = vi.spyOn(window, 'requestIdleCallback')
  const dashboard = `/applications/${APPLICATION}/dashboard`
  const { screen } = await open(dashboard, user())
  await expect.element(screen.getByRole('main')).toBeVisible()
  expect(idle).not.toHaveBeenCalled()
  saveData(false)
  onTestFinished(() => {
    saveData(true)
  })
  await open(dashboard, user())
  await until(() => expect(idle).toHaveBeenCalled())
})

test('the bar of common pages has another colour than that of an application', async () => {
  const { screen, router } = await open('/applications', user())
  const ground = () => getComputedStyle(screen.container.querySelector('header') ?? document.body).backgroundColor
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  const common = ground()
  await router.navigate({ to: `/applications/${APPLICATION}/dashboard` })
  await until(() => expect(ground()).not.toBe(common))
})

test('the first stop of the keyboard leads over the bars to the content, and leaves the address alone', async () => {
  const { screen, address } = await open(`/applications/${APPLICATION}/dashboard`, user())
  await expect.element(screen.getByRole('main')).toBeVisible()
  const before = address()
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(address()).toBe(before)
})

test('the pages that ask for a password or an address alone have a narrower card', async () => {
  await view.viewport(1280, 900)
  const { screen, router } = await open('/auth/sign-up')
  const title = () => screen.container.querySelector('main h1')
  const widths: number[] = []
  let shown: string | undefined
  for (const path of ['/auth/sign-up', '/auth/sign-in', '/auth/forgot-password', '/auth/new-password?token=x']) {
    await router.navigate({ href: path })
    await until(() => {
      expect(title()?.textContent).toBeTruthy()
      expect(title()?.textContent).not.toBe(shown)
    })
    shown = title()?.textContent ?? undefined
    widths.push(title()?.parentElement?.getBoundingClientRect().width ?? 0)
  }
  const [usual = 0, ...narrow] = widths
  expect(new Set(narrow).size).toBe(1)
  expect(narrow[0]).toBeLessThan(usual)
})

test('settings have their other pages beside them, as far as the role includes them, and say which is open', async () => {
  await view.viewport(1280, 900)
  const keys = `/applications/${APPLICATION}/settings/keys-and-integration`
  const levels = (id: number): [number, number] => [id === ACTIVITY.keys ? 1 : 0, 0]
  const wordsFor = async (who: ReturnType<typeof user>) => {
    const { screen } = await open(keys, who)
    const beside = screen.getByRole('navigation', { name: 'Settings' })
    const link = beside.getByRole('link', { name: 'Keys and integration' })
    await expect.element(link).toHaveAttribute('aria-current', 'page')
    const words = beside
      .getByRole('link')
      .elements()
      .map(each => each.textContent)
    await screen.unmount()
    stop?.()
    return words
  }
  const all = await wordsFor(user())
  expect(all).toEqual(expect.arrayContaining(['Platform', 'Users', 'Roles', 'Brand', 'Logs', 'Administration']))
  const few = await wordsFor(user({ permission_levels: ACTIVITY_IDS.map(levels) }))
  expect(few).not.toContain('Users')
  expect(few.length).toBeLessThan(all.length)
})

test('notices say that they are loading, or could not be loaded, and are asked for again', async () => {
  const first = Promise.withResolvers<ReturnType<typeof failed>>()
  api.on('GET /api/notices', () => first.promise)
  const { screen } = await open(`/applications/${APPLICATION}/dashboard`, user())
  await screen.getByRole('button', { name: 'Notifications' }).click()
  const panel = screen.getByRole('dialog', { name: 'Notifications' })
  await expect.element(panel.getByRole('status')).toHaveTextContent('Loading')
  first.resolve(failed('internal'))
  await expect.element(panel.getByText('Couldn’t load notifications.')).toBeVisible()
  api.on('GET /api/notices', () => ok({ waiting: 0, unread: 0, notices: [] }))
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect.element(panel.getByText(/^You’re all caught up/)).toBeVisible()
})

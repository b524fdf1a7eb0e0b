import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { changeLanguage, i18n, startI18n } from '../../locales/i18n.ts'
import { axeFindings } from '../../testing/axe.ts'
import { render } from '../../testing/render.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { WordsProvider } from '../WordsProvider.tsx'
import { RouteError } from './RouteError.tsx'

beforeEach(async () => {
  // As if the page had just been loaded again for missing files, which it does once a minute.
  sessionStorage.setItem('chunk-reload', String(Date.now()))
  await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
})
afterEach(() => sessionStorage.clear())

test('a page whose code could not be loaded says so and loads on request, inside its frame', async () => {
  let isGone = true
  const load = () =>
    isGone
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ Runs: () => <h1>Runs</h1> })
  const root = createRootRoute({
    component: () => (
      <>
        <nav>Navbar</nav>
        <Outlet />
      </>
    ),
  })
  const runs = createRoute({ getParentRoute: () => root, path: '/', component: lazyPage(load, 'Runs') })
  const router = createRouter({
    routeTree: root.addChildren([runs]),
    history: createMemoryHistory(),
    defaultErrorComponent: RouteError,
  })
  await render(
    <WordsProvider>
      <RouterProvider router={router as never} />
    </WordsProvider>,
  )
  const title = page.getByRole('heading', { level: 1, name: 'Couldn’t load this page' })
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText('Navbar')).toBeVisible()
  expect(await axeFindings(document.body)).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(title).toBeVisible()
  isGone = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
})

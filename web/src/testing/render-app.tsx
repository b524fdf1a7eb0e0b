import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup } from 'vitest-browser-react'
import { appStops, stopApps } from './app-stops.ts'
import { render } from './render.ts'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { syncLocaleWithAddress } from '../app/locale-switch.ts'
import { handleSessionChanges } from '../app/start.tsx'
import { WordsProvider } from '../app/WordsProvider.tsx'
import { changeLanguage, i18n, startI18n } from '../locales/i18n.ts'
import { splitLocale } from '../locales/url-locale.ts'
import { createAppRouter } from '../router.ts'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'

/** The whole dashboard at an address, signed in or not. One that the test has rendered before goes: a page has one dashboard. */
export async function renderApp(address: string, who: UserDetails | undefined) {
  stopApps()
  await cleanup()
  queryClient.clear()
  session.set(who)
  const { locale } = splitLocale(address.split('?')[0] ?? '/')
  await (i18n.isInitialized ? changeLanguage(locale) : startI18n(locale))
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  appStops.push(syncLocaleWithAddress(router), handleSessionChanges(router))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <RouterProvider router={router} />
      </WordsProvider>
    </QueryClientProvider>,
  )
  return { screen, router, stop: stopApps, address: () => router.history.location.href }
}

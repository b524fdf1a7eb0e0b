/** From an empty page to the first screen: language, session, router. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { connection } from '../api/connection.ts'
import { session, startSession } from '../api/session.ts'
import { announce } from '../api/signals.ts'
import { ApiError } from '../api/api-error.ts'
import { startI18n } from '../locales/i18n.ts'
import { browserLocale, redirectedHome, rememberedLocale } from '../locales/locale-cookie.ts'
import { splitLocale } from '../locales/url-locale.ts'
import { followMissingFiles } from './loading/chunk-reload.ts'
import { followAddress } from './locale-switch.ts'
import { WordsProvider } from './WordsProvider.tsx'

/** Starts the dashboard in an element of the page. */
export async function start(element: HTMLElement, createAppRouter: () => AnyRouter): Promise<void> {
  followMissingFiles()
  // The content policy forbids code from strings, which the schemas would otherwise try first.
  z.config({ jitless: true })

  const home = redirectedHome(window.location.pathname, rememberedLocale() ?? browserLocale())
  if (home !== undefined) window.history.replaceState(null, '', home + window.location.search)

  const signedIn = startSession().catch(openWithoutServer)
  await startI18n(splitLocale(window.location.pathname).locale)
  const router = createAppRouter()
  followAddress(router)
  followSession(router)
  followConnection()
  await signedIn
  const wasSignedIn = session.get() !== undefined
  setTimeout(() => void keepForLater(wasSignedIn).catch(() => undefined), KEEP_LATER_MS)

  createRoot(element, { onCaughtError: tell }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WordsProvider>
          <RouterProvider router={router} />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** After the first page, which must not wait for it. */
const KEEP_LATER_MS = 3000

/** The last visit is shown, where this browser kept it; else the sign-in page, which says why no user seems to be signed in. */
async function openWithoutServer(error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error
  const isKept =
    error.key === 'errors.unreachable' &&
    (await import('./offline/kept-visit.ts').then(({ openKeptVisit }) => openKeptVisit(queryClient)).catch(() => false))
  if (!isKept) announce({ tone: 'danger', message: error })
}

async function keepForLater(wasSignedIn: boolean): Promise<void> {
  const { keepForOffline } = await import('./offline/keep-for-offline.ts')
  await keepForOffline(queryClient, wasSignedIn)
}

/** The page shows every failure of a call in words; only our own defects belong into the console. */
function tell(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error)
}

/** When another person, or none, is signed in now, nothing of the person before stays, and the guard decides anew. */
export function followSession(router: AnyRouter): () => void {
  let known = session.get()
  return session.subscribe(() => {
    const user = session.get()
    const isSomebodyElse = user?.uuid !== known?.uuid
    const isVerified = user?.status !== known?.status
    known = user
    if (isSomebodyElse) queryClient.clear()
    if (user === undefined)
      void import('./offline/kept-visit.ts').then(({ forgetVisit }) => forgetVisit()).catch(() => undefined)
    if (isSomebodyElse || isVerified) void router.invalidate()
  })
}

/** Back again: whatever is shown may have changed meanwhile. */
function followConnection(): void {
  connection.subscribe(() => {
    if (connection.get() === undefined) void queryClient.invalidateQueries()
  })
}

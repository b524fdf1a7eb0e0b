/** Starts the dashboard: language, session, router. */
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
import { splitLocale, withLocale } from '../locales/url-locale.ts'
import { NotLoaded, reloadOnMissingFiles } from './loading/chunk-reload.ts'
import { announceMissing, syncLocaleWithAddress } from './locale-switch.ts'
import { WordsProvider } from './WordsProvider.tsx'

/** Starts the dashboard in an element of the page. */
export async function start(element: HTMLElement, createAppRouter: () => AnyRouter): Promise<void> {
  reloadOnMissingFiles()
  // The content security policy forbids code from strings, which zod would otherwise try first.
  z.config({ jitless: true })

  const home = redirectedHome(window.location.pathname, rememberedLocale() ?? browserLocale())
  if (home !== undefined) window.history.replaceState(null, '', home + window.location.search)

  const signedIn = startSession().catch(openWithoutServer)
  await startLanguage()
  const router = createAppRouter()
  syncLocaleWithAddress(router)
  handleSessionChanges(router)
  followConnection()
  await signedIn
  const wasSignedIn = session.get() !== undefined
  setTimeout(() => void keepForLater(wasSignedIn).catch(() => undefined), KEEP_LATER_MS)

  createRoot(element, { onCaughtError: logUnexpected }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WordsProvider>
          <RouterProvider router={router} />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/**
 * Sets the language of the address. If its texts can't be loaded, the address changes to the language that is shown
 * instead.
 */
async function startLanguage(): Promise<void> {
  const { pathname, search, hash } = window.location
  const { locale, path } = splitLocale(pathname)
  const shown = await startI18n(locale)
  if (shown === locale) return
  window.history.replaceState(null, '', withLocale(shown, path) + search + hash)
  announceMissing(locale)
}

/** Delay in milliseconds, so that the first page does not wait for it. */
const KEEP_LATER_MS = 3000

/**
 * Shows the last visit if this browser stored it; otherwise the sign-in page, which explains why no user is signed in.
 */
async function openWithoutServer(error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error
  const isKept =
    error.key === 'errors.unreachable' &&
    (await import('./offline/stored-visit.ts')
      .then(({ openKeptVisit }) => openKeptVisit(queryClient))
      .catch(() => false))
  if (!isKept) announce({ tone: 'danger', message: error })
}

async function keepForLater(wasSignedIn: boolean): Promise<void> {
  const { persistForOffline } = await import('./offline/persist-for-offline.ts')
  await persistForOffline(queryClient, wasSignedIn)
}

/** Logs unexpected errors only: pages show failed calls and missing code themselves. */
function logUnexpected(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NotLoaded)) reportError(error)
}

/**
 * If the user changes or signs out, deletes the previous user's data and lets the guard decide again. Returns a
 * function that stops this.
 */
export function handleSessionChanges(router: AnyRouter): () => void {
  let known = session.get()
  return session.subscribe(() => {
    const user = session.get()
    const isDifferentUser = user?.uuid !== known?.uuid
    const isVerified = user?.status !== known?.status
    known = user
    if (isDifferentUser) queryClient.clear()
    if (user === undefined)
      void import('./offline/stored-visit.ts').then(({ clearStoredVisit }) => clearStoredVisit()).catch(() => undefined)
    if (isDifferentUser || isVerified) void router.invalidate()
  })
}

/** When the connection is back, refetches everything, because the shown data may be stale. */
function followConnection(): void {
  connection.subscribe(() => {
    if (connection.get() === undefined) void queryClient.invalidateQueries()
  })
}

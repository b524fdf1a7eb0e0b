import type { QueryClient } from '@tanstack/react-query'
import { keepVisit } from './kept-visit.ts'

/**
 * Makes ready for a time without a network: what is read is kept, and the dashboard's files are, by the worker that shows alerts too.
 * `wasSignedIn`: whether there was a session when the page came.
 */
export async function keepForOffline(client: QueryClient, wasSignedIn: boolean): Promise<void> {
  keepVisit(client)
  // It cannot be loaded when it is needed.
  await import('./OfflineBanner.tsx')
  await registerWorker()
  const { followAlerts } = await import('../../components/alerts/own-alerts.ts')
  followAlerts(wasSignedIn)
}

/** Has the worker keep the dashboard's own files. A browser that refuses goes without them. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  // What came before the worker did.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  registration.active?.postMessage({ loaded })
}

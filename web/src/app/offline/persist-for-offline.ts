import type { QueryClient } from '@tanstack/react-query'
import { storeVisit } from './stored-visit.ts'

/**
 * Prepares the dashboard for use offline. Stores the data that was read, and, through the service worker that also
 * shows alerts, the dashboard's files. `wasSignedIn`: whether there was a session when the page loaded. Resolves to a
 * function that stops this.
 */
export async function persistForOffline(client: QueryClient, wasSignedIn: boolean): Promise<() => void> {
  const stopKeeping = storeVisit(client)
  // Loaded now, because they can't be loaded when the connection is lost.
  await Promise.all([import('./OfflineBanner.tsx'), import('../../ui/feedback/ToastViewport.tsx')])
  await registerWorker().catch(() => undefined)
  const { keepAlertsSubscribed } = await import('../../components/alerts/own-alerts.ts')
  const stopAlerts = keepAlertsSubscribed(wasSignedIn)
  return () => {
    stopKeeping()
    stopAlerts()
  }
}

/** Registers the service worker, which stores the dashboard's own files. A browser that refuses it works without. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  // Files that were loaded before the worker started.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  registration.active?.postMessage({ loaded })
}

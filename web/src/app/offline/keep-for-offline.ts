import type { QueryClient } from '@tanstack/react-query'
import { keepVisit } from './kept-visit.ts'

/**
 * Prepares for being offline: keeps what is read, and the dashboard's files, by the service worker that also shows alerts. `wasSignedIn`:
 * whether there was a session when the page loaded. Answers what ends it.
 */
export async function keepForOffline(client: QueryClient, wasSignedIn: boolean): Promise<() => void> {
  const stopKeeping = keepVisit(client)
  // They cannot be loaded when they are needed.
  await Promise.all([import('./OfflineBanner.tsx'), import('../../ui/feedback/ToastViewport.tsx')])
  await registerWorker().catch(() => undefined)
  const { followAlerts } = await import('../../components/alerts/own-alerts.ts')
  const stopAlerts = followAlerts(wasSignedIn)
  return () => {
    stopKeeping()
    stopAlerts()
  }
}

/** Registers the worker, which keeps the dashboard's own files. A browser that refuses works without. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  // What was loaded before the worker started.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  registration.active?.postMessage({ loaded })
}

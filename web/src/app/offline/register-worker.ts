/** Has the browser keep the dashboard's own files, so that it opens without a network. A browser that refuses goes without, silently. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  // What came before the worker did.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  registration.active?.postMessage({ loaded })
}

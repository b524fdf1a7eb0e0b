/**
 * Shows alerts, and caches the dashboard's own files: it opens without a network. It stores no data (see stored-visit.ts), and loads pages
 * from the server whenever that answers, so that a new release shows at once.
 */
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { showAlerts } from './alerts.ts'

declare const self: ServiceWorkerGlobalScope

const PAGE = '/'
const ANSWER_WITHIN_SECONDS = 5
/** Of two releases in four languages; a file is some kilobytes. */
const FILES_MAX = 1500
const FILES_FOR_SECONDS = 60 * 24 * 3600

const pages = new NetworkFirst({
  cacheName: 'page',
  networkTimeoutSeconds: ANSWER_WITHIN_SECONDS,
  // All addresses are one page.
  plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve(PAGE) }],
})
const files = new CacheFirst({
  cacheName: 'files',
  plugins: [new ExpirationPlugin({ maxEntries: FILES_MAX, maxAgeSeconds: FILES_FOR_SECONDS }) as WorkboxPlugin],
})

/** Addresses that the server answers with something else than the dashboard's page (`NO_PAGES` there), and files. */
const NO_PAGES = [
  /^\/(api|authP|oauth|_content|t|l|u|v|f|hooks|sdk|files|assets|healthz|readyz|metrics|sandbox)(\/|$)/,
  /^[^?]*\.\w+(\?|$)/,
]

registerRoute(new NavigationRoute(pages, { denylist: NO_PAGES }))
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), files)

self.addEventListener('install', event => {
  event.waitUntil(Promise.all([self.skipWaiting(), pages.handle({ event, request: new Request(PAGE) })]))
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

/** A page says which files it loaded before this worker was there. */
self.addEventListener('message', event => {
  const { loaded = [] } = (event.data ?? {}) as { loaded?: string[] }
  const own = loaded.filter(name => name.startsWith(`${self.location.origin}/assets/`))
  event.waitUntil(Promise.all(own.map(request => files.handle({ event, request }))))
})

showAlerts()

/**
 * Alerts: push messages from the server about a person's work. Each message is validated before it is shown, and a click opens only pages
 * of the dashboard.
 */
declare const self: ServiceWorkerGlobalScope

const ICON = '/icons/icon-192.png'
/** Of what one push message may hold; more is none of ours. */
const TEXT_MAX = 4096
const TITLE_MAX = 300
const BODY_MAX = 600

interface Alert {
  title: string
  /** `path`: of the page that a click opens, under the address that the dashboard has here. */
  options: NotificationOptions & { data: { path: string } }
}

/** A browser takes leave away from a site that shows nothing: what cannot be read is shown as news without words. */
export function readAlert(text: string): Alert {
  const said = text.length > TEXT_MAX ? {} : parsed(text)
  const { title, body, lang, tag, navigate, silent } = said
  const isOurs = isText(title, TITLE_MAX) && title !== '' && isText(body, BODY_MAX)
  if (!isOurs) return { title: 'Notifly', options: { icon: ICON, data: { path: '/' } } }
  return {
    title,
    options: {
      body,
      icon: ICON,
      dir: 'auto',
      lang: isText(lang, 10) ? lang : '',
      silent: silent === true,
      ...(isText(tag, 64) && { tag }),
      data: { path: pathIn(navigate) },
    },
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const { notification = {} } = (JSON.parse(text) ?? {}) as { notification?: Record<string, unknown> }
    return notification
  } catch {
    return {}
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
}

function pathIn(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return '/'
  const { protocol, pathname, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) ? pathname + search + hash : '/'
}

/** Listens to the browser's push service, and to what is done with alerts. */
export function showAlerts(): void {
  self.addEventListener('push', event => {
    const { title, options } = readAlert(event.data?.text() ?? '')
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    const { path } = event.notification.data as Alert['options']['data']
    event.waitUntil(openPage(path))
  })
  self.addEventListener('pushsubscriptionchange', event => {
    ;(event as ExtendableEvent).waitUntil(subscribeAnew())
  })
}

/** A page that shows it already comes to the front; any other is left as it is, since something may be typed there. */
async function openPage(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => url === href)
  await (there === undefined ? self.clients.openWindow(href) : there.focus())
}

/** The browser has ended the subscription: it gets another one while its person is signed in. */
async function subscribeAnew(): Promise<void> {
  const { token } = await answerOf('/authP/session')
  if (typeof token !== 'string') return
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const { application_server_key: key } = await answerOf('/authP/alerts', { headers })
  if (typeof key !== 'string') return
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys = {} } = made.toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys['p256dh'], auth: keys['auth'] })
  await answerOf('/authP/alerts/browsers', { method: 'POST', headers, body })
}

/** What an answer holds; nothing of a refusal. */
async function answerOf(path: string, request: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(path, request)
  if (!response.ok) return {}
  const { data } = (await response.json()) as { data?: Record<string, unknown> }
  return data ?? {}
}

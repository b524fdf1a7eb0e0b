/**
 * The script that a site's worker imports: shows messages, opens their addresses, and reports what happened to them. The server inserts two
 * values when it serves the script.
 */
import { addressOf, type PushMessage, readMessage, tokenIn } from './message.ts'

declare const self: ServiceWorkerGlobalScope

const BASE = '__NOTIFLY_BASE__'
const APP_ID = '__NOTIFLY_APP__'

// Firefox also fires a close event after a click closed the notification. A clicked notification was not dismissed.
const clicked = new Set<string>()

// The event waits only until the notification is shown. When it ends, Chromium looks for a visible notification. If the
// visitor has already clicked or dismissed ours by then, it shows one of its own ("updated in the background"). The
// report is therefore sent in parallel; `keepalive` completes it even if the browser stops the worker.
self.addEventListener('push', event => {
  const { notification } = event as DeclarativePushEvent
  if (notification != null) {
    // The browser shows it itself after the event.
    void report(tokenIn(notification.data), 'delivered')
    return
  }
  const message = readMessage(payloadOf(event))
  if (message === null) return
  void report(message.token, 'delivered')
  event.waitUntil(show(message))
})

self.addEventListener('notificationclick', event => {
  const message = messageOf(event.notification)
  if (message === null) return
  clicked.add(keyOf(event.notification))
  event.notification.close()
  // The click is reported by its address: every link and button has one of its own at the product.
  event.waitUntil(self.clients.openWindow(addressOf(message, event.action)))
})

self.addEventListener('notificationclose', event => {
  if (clicked.has(keyOf(event.notification))) return
  event.waitUntil(report(tokenIn(event.notification.data), 'dismissed'))
})

self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renew(event as PushSubscriptionChangeEvent))
})

/**
 * In Safari from 18.4 on, a declarative message's event contains the notification about to be shown, and no payload.
 */
interface DeclarativePushEvent extends PushEvent {
  notification?: Notification | null
}

interface PushSubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

function payloadOf(event: PushEvent): unknown {
  try {
    return event.data?.json()
  } catch {
    return null
  }
}

async function show({ title, navigate, actions = [], token, ...options }: PushMessage): Promise<void> {
  const { body, icon, image, tag, lang } = options
  const data = { notifly: { navigate, actions, token } }
  // Only options that the message has: browsers convert undefined to the text "undefined".
  const given = Object.fromEntries(
    Object.entries({ body, icon, image, tag, lang }).filter(([, value]) => value !== undefined),
  )
  const buttons = actions.map(({ action, title: label }) => ({ action, title: label }))
  await self.registration.showNotification(title, { ...given, data, actions: buttons } as NotificationOptions)
}

type Shown = Pick<PushMessage, 'navigate' | 'actions' | 'token'>

function messageOf({ data }: Notification): Shown | null {
  const shown = (data as { notifly?: Shown | string } | null)?.notifly ?? null
  // The data is a bare token if the browser itself shows and opens the notification.
  return typeof shown === 'string' ? null : shown
}

function keyOf({ tag, data }: Notification): string {
  return `${tag} ${tokenIn(data)}`
}

/** Never rejects, because what a visitor sees must not depend on reporting. */
async function report(token: string | null, event: 'delivered' | 'dismissed'): Promise<void> {
  if (token) await post('event', { token, event })
}

/** Reports a subscription that the browser has replaced. */
async function renew({ oldSubscription: old, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const key = old?.options.applicationServerKey
  if (newSubscription == null && key == null) return
  const fresh =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key ?? null }))
  const { endpoint = fresh.endpoint, keys = {} } = fresh.toJSON()
  const { p256dh = '', auth = '' } = keys
  await post('subscribe', { app_id: APP_ID, endpoint, p256dh, auth, ...(old != null && { previous: old.endpoint }) })
}

async function post(name: string, fields: Record<string, string>): Promise<void> {
  try {
    await fetch(`${BASE}/sdk/v1/${name}`, { method: 'POST', body: new URLSearchParams(fields), keepalive: true })
  } catch {
    // Offline, or the site's policy forbids the call. The next visit reports it.
  }
}

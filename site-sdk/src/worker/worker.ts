/**
 * The script that a site's worker imports: shows messages, opens their addresses, and reports what happened to them. The server inserts two
 * values when it serves the script.
 */
import { addressOf, type PushMessage, readMessage, tokenIn } from './message.ts'

declare const self: ServiceWorkerGlobalScope

const BASE = '__NOTIFLY_BASE__'
const APP_ID = '__NOTIFLY_APP__'

// Firefox tells of a closed notification also after a click that closed it: what was clicked was not dismissed.
const clicked = new Set<string>()

// The event lasts until the notification is on the screen, and no longer: at its end Chromium looks for a visible notification, and
// shows one of its own ("updated in the background") to a visitor who has clicked or dismissed ours by then. The report goes out
// beside it: `keepalive` carries it to its end, also when the browser stops the worker.
self.addEventListener('push', event => {
  const { notification } = event as DeclarativePushEvent
  if (notification != null) {
    // The browser shows it by itself, once the event is over.
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
  // That it was clicked, and which button, is told by where it leads: each has an address of its own at the product.
  event.waitUntil(self.clients.openWindow(addressOf(message, event.action)))
})

self.addEventListener('notificationclose', event => {
  if (clicked.has(keyOf(event.notification))) return
  event.waitUntil(report(tokenIn(event.notification.data), 'dismissed'))
})

self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renew(event as PushSubscriptionChangeEvent))
})

/** The event of Safari from 18.4 on for a declarative message: with the notification that it is about to show, and no payload. */
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
  // Each only where the message has it: browsers take an undefined tag for the word.
  const given = Object.fromEntries(
    Object.entries({ body, icon, image, tag, lang }).filter(([, value]) => value !== undefined),
  )
  const buttons = actions.map(({ action, title: label }) => ({ action, title: label }))
  await self.registration.showNotification(title, { ...given, data, actions: buttons } as NotificationOptions)
}

type Shown = Pick<PushMessage, 'navigate' | 'actions' | 'token'>

function messageOf({ data }: Notification): Shown | null {
  const shown = (data as { notifly?: Shown | string } | null)?.notifly ?? null
  // A bare token is of what the browser shows, and opens, by itself.
  return typeof shown === 'string' ? null : shown
}

function keyOf({ tag, data }: Notification): string {
  return `${tag} ${tokenIn(data)}`
}

/** Never rejects: what a visitor sees must not depend on reporting. */
async function report(token: string | null, event: 'delivered' | 'dismissed'): Promise<void> {
  if (token) await post('event', { token, event })
}

/** The browser has changed the subscription by itself. */
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
    // Offline, or a site that forbids the call: the next visit finds out.
  }
}

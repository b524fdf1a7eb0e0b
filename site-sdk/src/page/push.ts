import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import type { SubscriptionState } from '../prompts/node.ts'
import type { Client, How, KnownBrowser } from './client.ts'

/** If no push service is reachable, browsers neither subscribe nor report an error. */
const SUBSCRIBE_TIMEOUT_MS = 20_000

/** What subscribing needs from the browser. Safari 7 to 15 have an implementation of their own. */
export interface PushWay {
  permission(): NotificationPermission
  /** Asks the visitor. Must be called during a click, before the browser forgets it. */
  ask(): Promise<NotificationPermission>
  /** The browser's current subscription; null if there is none. */
  current(): Promise<Subscribed | null>
  /** Subscribes; the visitor has already given permission. Rejects if no push service responds in time. */
  make(): Promise<Subscribed>
}

export interface Subscribed {
  /** The endpoint, which identifies the subscription to the server. */
  endpoint: string
  /** Whether the site's messages still reach it. */
  isValid: boolean
  /** Reports it to the server. Rejects with Gone if the push service has ended it. */
  report(how: How): Promise<KnownBrowser>
  unsubscribe(): Promise<unknown>
}

/** The W3C Push API of all current browsers. */
export function browserPush(client: Client, config: SdkConfig): PushWay {
  const toSubscribed = (subscription: PushSubscription): Subscribed => ({
    endpoint: subscription.endpoint,
    isValid: hasKey(subscription, config.application_server_key),
    report: how => client.subscribe(config.app_id, subscription, how),
    unsubscribe: () => subscription.unsubscribe(),
  })
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    current: async () => {
      const found = await currentSubscription(config)
      return found === null ? null : toSubscribed(found)
    },
    make: async () => toSubscribed(await makeSubscription(config)),
  }
}

/** Whether this browser can show notifications on this page. */
export function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The browser's current subscription; null if there is none. */
async function currentSubscription({ worker }: SdkConfig): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The visitor's state. */
export function stateOf(way: PushWay, subscription: Subscribed | null): SubscriptionState {
  const permission = way.permission()
  if (permission === 'denied') return 'blocked'
  return subscription !== null && permission === 'granted' ? 'subscribed' : 'unsubscribed'
}

/**
 * Whether the subscription was made with the site's current key. With another key the push service would refuse
 * messages from this installation.
 */
function hasKey(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey
  return own !== null && base64url(new Uint8Array(own)) === key
}

/** Subscribes with the site's key; the visitor has already given permission. Rejects if no push service answers in time. */
async function makeSubscription(config: SdkConfig): Promise<PushSubscription> {
  const registration = await registerWorker(config)
  const old = await registration.pushManager.getSubscription()
  if (old !== null && !hasKey(old, config.application_server_key)) await old.unsubscribe()
  const made = registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(config.application_server_key),
  })
  return inTime(made, SUBSCRIBE_TIMEOUT_MS, 'no push service answers')
}

/** Throws if the site has its own worker: replacing it would break the site. */
async function registerWorker({ worker: { path, scope } }: SdkConfig): Promise<ServiceWorkerRegistration> {
  const script = new URL(path, location.origin).href
  const present = await navigator.serviceWorker.getRegistration(scope)
  const own = present?.active ?? present?.waiting ?? present?.installing
  const isOther = present?.scope === new URL(scope, location.origin).href && own != null && own.scriptURL !== script
  if (isOther)
    throw new Error(`this site has a worker of its own, ${own.scriptURL}: import ours in it and enter its path`)
  const registration = await navigator.serviceWorker.register(script, { scope })
  await inTime(activated(registration), SUBSCRIBE_TIMEOUT_MS, 'the worker does not start')
  return registration
}

/** `navigator.serviceWorker.ready` would wait forever on a page outside the scope. */
function activated(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (worker === null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker does not start'))
    })
  })
}

function inTime<T>(work: Promise<T>, ms: number, failure: string): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(failure)), ms)
    }),
  ])
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

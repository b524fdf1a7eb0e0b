/**
 * The tester's own browser as a recipient. It subscribes with the key of the application's site, so that push services accept the site's
 * messages for it, but to a worker of the dashboard whose scope contains no page; the subscription is not stored.
 */
export interface OwnBrowser {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Why a browser can't be subscribed: it does not support push, the user denied permission, or its push service did not
 * respond.
 */
export type BrowserFault = 'unsupported' | 'blocked' | 'failed'

/** If no push service is reachable, browsers neither subscribe nor fail. */
const SUBSCRIBE_TIMEOUT_MS = 20_000

/** The obstacle that is known without asking the user, if any. */
export function browserFault(): BrowserFault | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

/** Asks for permission if needed. Call it from a click handler, because browsers ask at no other time. */
export function subscribeOwnBrowser(appId: string, siteKey: string): Promise<OwnBrowser | BrowserFault> {
  return subscribeBrowser(() => workerOf(appId), siteKey)
}

/** The same with another worker. `startWorker` resolves once the worker is running. */
export async function subscribeBrowser(
  startWorker: () => Promise<ServiceWorkerRegistration>,
  key: string,
): Promise<OwnBrowser | BrowserFault> {
  const fault = browserFault()
  if (fault !== undefined) return fault
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const timedOut = new Promise<BrowserFault>(resolve => {
    setTimeout(resolve, SUBSCRIBE_TIMEOUT_MS, 'failed')
  })
  return Promise.race([subscribed(startWorker, key), timedOut])
}

async function subscribed(
  startWorker: () => Promise<ServiceWorkerRegistration>,
  key: string,
): Promise<OwnBrowser | BrowserFault> {
  try {
    const { pushManager } = await startWorker()
    const known = await pushManager.getSubscription()
    const kept = known !== null && isOfKey(known, key) ? known : null
    if (kept === null) await known?.unsubscribe()
    return wireOf(kept ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })))
  } catch {
    return 'failed'
  }
}

/** The subscription as our API takes it. */
export function wireOf(subscription: PushSubscription): OwnBrowser {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

/** Registers the worker that sites use, with a scope that contains none of our pages. Resolves once it is running. */
async function workerOf(appId: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(`/sdk/v1/worker.js?app=${appId}`, {
    scope: `/sdk/v1/test/${appId}/`,
  })
  const startingWorker = registration.installing ?? registration.waiting
  if (registration.active === null && startingWorker !== null) {
    await new Promise<void>((resolve, reject) => {
      startingWorker.addEventListener('statechange', () => {
        if (startingWorker.state === 'activated') resolve()
        if (startingWorker.state === 'redundant') reject(new Error('the worker did not start'))
      })
    })
  }
  return registration
}

/** Whether a subscription was made with this key, which can't be changed. */
function isOfKey({ options: { applicationServerKey: key } }: PushSubscription, siteKey: string): boolean {
  return key !== null && base64url(new Uint8Array(key)) === siteKey.replace(/={1,2}$/, '')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

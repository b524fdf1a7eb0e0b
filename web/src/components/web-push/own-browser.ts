/**
 * The tester's own browser as a recipient. It subscribes with the key of the application's site, so that push services accept the site's
 * messages for it, but to a worker of the dashboard whose scope contains no page; the subscription is not stored.
 */
export interface OwnBrowser {
  endpoint: string
  p256dh: string
  auth: string
}

/** Why a browser cannot be subscribed: it has no push, its user said no, or its push service did not answer. */
export type BrowserFault = 'unsupported' | 'blocked' | 'failed'

/** Where no push service can be reached, browsers neither subscribe nor say so. */
const SUBSCRIBE_TIMEOUT_MS = 20_000

/** What is known before the browser asks the person. */
export function browserFault(): BrowserFault | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

/** Asks for leave where that has not been given. To be called by a click: browsers ask at no other time. */
export function subscribeOwnBrowser(appId: string, siteKey: string): Promise<OwnBrowser | BrowserFault> {
  return subscribeBrowser(() => workerOf(appId), siteKey)
}

/** The same for another worker, which resolves once it runs. */
export async function subscribeBrowser(
  startWorker: () => Promise<ServiceWorkerRegistration>,
  key: string,
): Promise<OwnBrowser | BrowserFault> {
  const fault = browserFault()
  if (fault !== undefined) return fault
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const tooLate = new Promise<BrowserFault>(resolve => {
    setTimeout(resolve, SUBSCRIBE_TIMEOUT_MS, 'failed')
  })
  return Promise.race([subscribed(startWorker, key), tooLate])
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

/** As our server takes it. */
export function wireOf(subscription: PushSubscription): OwnBrowser {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

/** The same worker that sites have, below an address that none of our pages has. Resolves once it runs. */
async function workerOf(appId: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(`/sdk/v1/worker.js?app=${appId}`, {
    scope: `/sdk/v1/test/${appId}/`,
  })
  const coming = registration.installing ?? registration.waiting
  if (registration.active === null && coming !== null) {
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve()
        if (coming.state === 'redundant') reject(new Error('the worker did not start'))
      })
    })
  }
  return registration
}

/** A browser holds to the key that it was subscribed with. */
function isOfKey({ options: { applicationServerKey: key } }: PushSubscription, siteKey: string): boolean {
  return key !== null && base64url(new Uint8Array(key)) === siteKey.replace(/={1,2}$/, '')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

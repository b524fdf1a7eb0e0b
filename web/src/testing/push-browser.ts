import { vi } from 'vitest'

interface PushBrowser {
  permission: NotificationPermission
  /** What the person says when the browser asks. */
  answer?: NotificationPermission
  /** Whether its push service can be reached. */
  isReached?: boolean
}

/** What the browser's subscription says, as our server takes it. */
export const SUBSCRIPTION = { endpoint: 'https://push.example/1', p256dh: 'P', auth: 'A' }

/** In place of what this browser can do with push messages. */
export function stubPushBrowser({ permission, answer = 'granted', isReached = true }: PushBrowser): void {
  const { endpoint, ...keys } = SUBSCRIPTION
  let subscribed: object | null = null
  const subscription = {
    endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      subscribed = null
      return true
    },
  }
  const subscribe = async () => {
    if (!isReached) throw new Error('no push service')
    subscribed = subscription
    return subscription
  }
  const pushManager = { getSubscription: async () => subscribed, subscribe }
  const registration = { active: {}, pushManager } as unknown as ServiceWorkerRegistration
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration))
}

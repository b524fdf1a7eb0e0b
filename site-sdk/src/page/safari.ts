/**
 * Safari 7 to 15 on the Mac: Apple's own protocol from before web push ("Configuring Safari Push Notifications"). The
 * browser downloads a signed package from the server and asks the visitor. It then has a device token, which it keeps
 * for as long as it has permission.
 */
import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { type Client, howFields } from './client.ts'
import { recall, remember } from './memory.ts'
import type { PushWay, Subscribed } from './push.ts'

interface OldPermission {
  permission: NotificationPermission
  deviceToken?: string | null
}

interface OldPush {
  permission(websitePushId: string): OldPermission
  requestPermission(
    webServiceUrl: string,
    websitePushId: string,
    userInfo: Record<string, string>,
    callback: (permission: OldPermission) => void,
  ): void
}

declare global {
  interface Window {
    safari?: { pushNotification?: OldPush }
  }
}

export function hasOldPush(): boolean {
  return window.safari?.pushNotification !== undefined
}

/** Null if the browser lacks this protocol or the site does not use it. */
export function safariPush(client: Client, { app_id: appId, legacy_safari: site }: SdkConfig): PushWay | null {
  const push = window.safari?.pushNotification
  if (push === undefined || site === undefined) return null
  const { website_push_id: id, web_service_url: url } = site
  const userInfo = (): Record<string, string> => ({
    app_id: appId,
    visitor: visitorOf(appId),
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const currentSubscribed = (): Subscribed | null => {
    const { permission, deviceToken } = push.permission(id)
    if (permission !== 'granted' || !deviceToken) return null
    return {
      endpoint: deviceToken.toLowerCase(),
      isValid: true,
      report: how => client.subscribeSafari({ ...userInfo(), device_token: deviceToken, ...howFields(how) }),
      // A page can't revoke the permission. The server has been told to send nothing.
      unsubscribe: () => Promise.resolve(),
    }
  }
  return {
    permission: () => push.permission(id).permission,
    ask: () =>
      new Promise(resolve => push.requestPermission(url, id, userInfo(), ({ permission }) => resolve(permission))),
    current: async () => (recall(appId).hasLeft ? null : currentSubscribed()),
    make: async () => {
      const made = currentSubscribed()
      if (made === null) throw new Error('Safari gave no name')
      return made
    },
  }
}

/** The visitor's UUID; the same on every page if it can be stored. */
function visitorOf(appId: string): string {
  const { visitor } = recall(appId)
  if (visitor !== null) return visitor
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // A UUID of version 4 (RFC 9562).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => (byte + 256).toString(16).slice(1)).join('')
  const made = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  remember(appId, { visitor: made })
  return made
}

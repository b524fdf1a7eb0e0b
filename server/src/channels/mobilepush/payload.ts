/**
 * The payload of a message to a phone: the parts that the phone shows by itself, and our data for the app, which are the signed name of the
 * delivery (the app sends it back when it shows or opens the message), the tracked address, and the buttons.
 */
import type { PushService } from './message.ts'

export interface MobileNotification {
  title: string
  body: string
  image: string
  /** Where a tap leads; empty: into the app. */
  url: string
  actions: readonly { title: string; url: string }[]
  token: string
  /** A second message of the same name takes the place of the first. */
  tag: string
}

/** Seconds for which a service keeps an undelivered message: a campaign is of no use a day later. */
export const KEPT_SECONDS = 86_400

export function payloadOf(service: PushService, deviceToken: string, notification: MobileNotification): string {
  return JSON.stringify(
    service === 'apns'
      ? applePayload(notification)
      : { message: { ...targetOf(deviceToken), ...fcmPayload(notification) } },
  )
}

/** The Firebase installation id of newer apps is short; a registration token starts with such an id and a colon. */
function targetOf(deviceToken: string): { fid: string } | { token: string } {
  return /^[\w-]{22}$/.test(deviceToken) ? { fid: deviceToken } : { token: deviceToken }
}

/** The bytes that the service counts. */
export function payloadBytes(service: PushService, notification: MobileNotification): number {
  if (service === 'apns') return Buffer.byteLength(JSON.stringify(applePayload(notification)))
  const { notification: shown, data } = fcmPayload(notification)
  return Buffer.byteLength(JSON.stringify({ notification: shown, data }))
}

/** All values of `data` are strings; names that start with `google` or `gcm` are reserved. */
function fcmPayload({ title, body, image, url, actions, token, tag }: MobileNotification) {
  return {
    notification: { title, body, ...(image !== '' && { image }) },
    data: {
      notifly_token: token,
      ...(url !== '' && { notifly_url: url }),
      ...(actions.length > 0 && { notifly_actions: JSON.stringify(actions) }),
    },
    android: { priority: 'HIGH', ttl: `${KEPT_SECONDS}s`, notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag }, payload: { aps: apsOf(actions.length) } },
  }
}

function applePayload({ title, body, image, url, actions, token }: MobileNotification) {
  return {
    aps: { alert: { title, body }, ...apsOf(actions.length) },
    notifly: {
      token,
      ...(url !== '' && { url }),
      ...(image !== '' && { image }),
      ...(actions.length > 0 && { actions }),
    },
  }
}

/** With mutable content, iOS first runs an extension of the app, which loads the image and reports the delivery. */
function apsOf(actionCount: number) {
  return {
    'mutable-content': 1,
    sound: 'default',
    // Which buttons a category has is the app's to say; it registers these by their number.
    ...(actionCount > 0 && { category: `NOTIFLY_ACTIONS_${actionCount}` }),
  }
}

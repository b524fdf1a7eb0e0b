import type { PromptType } from '@notifly/contracts/web-push/prompts'
import type { SdkConfig } from '@notifly/contracts/web-push/visitors'

/** The script's calls to the server from which it was loaded. */
export interface Client {
  /** `device`: the server's id of this browser, if it has one. */
  readConfig(appId: string, device: string | null): Promise<SdkConfig>
  /** Rejects with Gone if the push service has ended the subscription. */
  subscribe(appId: string, subscription: PushSubscription, how: How): Promise<KnownBrowser>
  subscribeSafari(fields: Record<string, string>): Promise<KnownBrowser>
  unsubscribe(appId: string, endpoint: string): Promise<void>
  identify(appId: string, endpoint: string, identity: Identity): Promise<void>
  /** `properties` is JSON. */
  track(appId: string, identity: Identity, name: string, properties: string): Promise<void>
}

/** The visitor's identity according to the site. */
export interface Identity {
  externalUserId: string
  proof: string
}

/** How a browser got its subscription. */
export interface How {
  /** The endpoint of the subscription that this one replaces. */
  previous?: string | undefined
  /** The prompt that the visitor has just accepted. */
  prompt?: PromptType | undefined
}

/** The server's identifiers of a subscribed browser. */
export interface KnownBrowser {
  device_id: string
}

/** The push service has ended this subscription permanently; the browser needs a new one. */
export class Gone extends Error {}

/** `base`: the product's address, without a trailing slash. Calls reject with the server's message. */
export function createClient(base: string): Client {
  return {
    readConfig: (appId, device) =>
      answerOf<SdkConfig>(fetch(`${base}/sdk/v1/config/${appId}${device === null ? '' : `?device=${device}`}`)),
    subscribe: (appId, subscription, how) =>
      post<KnownBrowser>(base, 'subscribe', { ...subscriptionFields(appId, subscription), ...howFields(how) }),
    subscribeSafari: fields => post<KnownBrowser>(base, 'safari', fields),
    unsubscribe: (appId, endpoint) => post(base, 'unsubscribe', { app_id: appId, endpoint }),
    identify: (appId, endpoint, { externalUserId, proof }) =>
      post(base, 'identify', { app_id: appId, endpoint, external_user_id: externalUserId, proof }),
    track: (appId, { externalUserId, proof }, name, properties) =>
      post(base, 'track', { app_id: appId, external_user_id: externalUserId, proof, name, properties }),
  }
}

/** The fields of a subscription that the server stores. */
function subscriptionFields(appId: string, subscription: PushSubscription): Record<string, string> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return {
    app_id: appId,
    endpoint: endpoint ?? subscription.endpoint,
    p256dh,
    auth,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export function howFields({ previous, prompt }: How): Record<string, string> {
  return { ...(previous !== undefined && { previous }), ...(prompt !== undefined && { prompt }) }
}

/** Sends a form, because browsers send one to another origin without a preflight request. */
function post<Data = void>(base: string, name: string, fields: Record<string, string>): Promise<Data> {
  const body = new URLSearchParams(fields)
  return answerOf(fetch(`${base}/sdk/v1/${name}`, { method: 'POST', body, keepalive: true }))
}

async function answerOf<Data>(call: Promise<Response>): Promise<Data> {
  const response = await call
  const answer = (await response.json().catch(() => ({}))) as { data: Data; message?: string }
  if (!response.ok) throw new (response.status === 410 ? Gone : Error)(answer.message ?? `HTTP ${response.status}`)
  return answer.data
}

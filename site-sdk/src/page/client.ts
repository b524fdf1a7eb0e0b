import type { SdkConfig } from '@notifly/contracts/sdk'

/** The calls of the script, to the place that it was loaded from. */
export interface Client {
  readConfig(appId: string): Promise<SdkConfig>
  subscribe(appId: string, subscription: PushSubscription, previous: string | undefined): Promise<void>
  subscribeSafari(fields: Record<string, string>): Promise<void>
  unsubscribe(appId: string, endpoint: string): Promise<void>
  identify(appId: string, endpoint: string, externalUserId: string, proof: string): Promise<void>
}

/** `base`: where the product answers, without a slash at the end. Calls reject with what the server says. */
export function createClient(base: string): Client {
  return {
    readConfig: async appId => (await answerOf(fetch(`${base}/sdk/v1/config/${appId}`))) as SdkConfig,
    subscribe: (appId, subscription, previous) =>
      post(base, 'subscribe', subscriptionFields(appId, subscription, previous)),
    subscribeSafari: fields => post(base, 'safari', fields),
    unsubscribe: (appId, endpoint) => post(base, 'unsubscribe', { app_id: appId, endpoint }),
    identify: (appId, endpoint, externalUserId, proof) =>
      post(base, 'identify', { app_id: appId, endpoint, external_user_id: externalUserId, proof }),
  }
}

/** What the server keeps of a subscription. */
export function subscriptionFields(
  appId: string,
  subscription: PushSubscription,
  previous?: string,
): Record<string, string> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return {
    app_id: appId,
    endpoint: endpoint ?? subscription.endpoint,
    p256dh,
    auth,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(previous !== undefined && { previous }),
  }
}

/** As a form: browsers send that to another origin without asking it first. */
export async function post(base: string, name: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields)
  await answerOf(fetch(`${base}/sdk/v1/${name}`, { method: 'POST', body, keepalive: true }))
}

async function answerOf(call: Promise<Response>): Promise<unknown> {
  const response = await call
  const answer = (await response.json().catch(() => ({}))) as { data?: unknown; message?: string }
  if (!response.ok) throw new Error(answer.message ?? `HTTP ${response.status}`)
  return answer.data
}

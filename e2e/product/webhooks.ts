/** Creates webhooks through the API, for journeys that begin later. */
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { createWebhook } from '@notifly/contracts/webhooks/webhooks'
import type { Addresses, Owner } from './people.ts'

export const IMPORT_ENDED = WEBHOOK_EVENTS.find(({ name }) => name === 'import.ended')?.id ?? 0

/** A webhook for the end of imports, at an address that answers, but not with success. */
export function webhookBody(url: string, name: string) {
  return { name, webhook_url: `${url}/hook`, platforms: [], events: [IMPORT_ENDED] }
}

/** Makes one. Returns its id. */
export async function newWebhook({ sandboxUrl }: Addresses, { api, token }: Owner, name: string): Promise<string> {
  return (await api(createWebhook, { token, body: webhookBody(sandboxUrl, name) })).uuid
}

/** Converts the fields of a webhook between the form and the API. */
import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { createWebhook, type Webhook } from '@notifly/contracts/webhooks/webhooks'
import type * as z from 'zod/mini'
import { type ApiForm, bodyOf } from '../../components/form/use-api-form.ts'

export const webhookSchema = bodyOf(createWebhook)
export type WebhookValues = z.input<typeof webhookSchema>
export type WebhookBody = z.output<typeof webhookSchema>
export type WebhookFields = ApiForm<WebhookValues, WebhookBody>

export const FRESH_WEBHOOK: WebhookValues = { name: '', webhook_url: '', description: '', events: [], batch: 1 }

export function valuesOf({ name, webhook_url, description, events, batch }: Webhook): WebhookValues {
  return { name, webhook_url, description, events, batch }
}

/** The channels of the selected events. */
export function channelsOf(events: readonly number[]): Channel[] {
  const chosen = new Set(events.map(id => webhookEvent(id)?.channel))
  return CHANNELS.filter(channel => chosen.has(channel))
}

/** The body of a call that saves a webhook. */
export function savedBody(values: WebhookBody): WebhookBody {
  return { ...values, platforms: channelsOf(values.events) }
}

/** The body of a call that pauses or turns on a webhook: everything else stays. */
export function statusBody(
  { name, webhook_url, description, platforms, events, batch }: Webhook,
  status: 'active' | 'paused',
) {
  return { name, webhook_url, description, platforms, events, batch, status }
}

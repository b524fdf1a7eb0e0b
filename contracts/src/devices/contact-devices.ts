/** Browsers and apps of a contact that get push messages. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'

export const ContactDevice = z.object({
  uuid,
  channel: z.enum(['webpush', 'mobilepush']),
  platform: z.enum(['web', 'safari', 'ios', 'android']),
  /** A description, as far as it is known: "Chrome on Windows", "Android 4.2". */
  name: z.string(),
  added_on: epochSeconds,
  last_seen_on: epochSeconds,
  /** Since when and why it gets no more messages: its person unsubscribed, its push service ended it, or another device replaced it. */
  retired_on: z.nullable(epochSeconds),
  retired_reason: z.nullable(z.enum(['unsubscribed', 'gone', 'replaced'])),
})
export type ContactDevice = z.infer<typeof ContactDevice>

export const listContactDevices = endpoint({
  call: 'GET /api/audience/{uuid}/devices',
  summary: 'Browsers and apps of a contact, those that take messages first; 50 at most',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  params: z.object({ uuid }),
  data: z.array(ContactDevice),
})

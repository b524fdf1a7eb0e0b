/** Browsers and apps of a contact, to which push messages go. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'

export const ContactDevice = z.object({
  uuid,
  channel: z.enum(['webpush', 'mobilepush']),
  platform: z.enum(['web', 'safari', 'ios', 'android']),
  /** What it is, as far as it says: "Chrome on Windows", "Android 4.2". */
  name: z.string(),
  added_on: epochSeconds,
  last_seen_on: epochSeconds,
  /** Since when, and why, nothing is sent to it any more: its person left, its push service gave it up, another took its place. */
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

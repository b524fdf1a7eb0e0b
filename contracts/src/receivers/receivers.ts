/** Checks addresses that a person typed, before anything is sent to them. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const verifyReceivers = endpoint({
  call: 'POST /api/notification/receiver/verify',
  summary: 'Which of these addresses can be written to, and why the others cannot',
  // Each channel requires its own right.
  access: {
    activity: ACTIVITY.campaignEmail,
    level: 'read',
    scope: 'application',
    or: { activity: ACTIVITY.campaignWhatsapp, level: 'read' },
  },
  body: z.object({
    platform: z.enum(['email', 'sms', 'whatsapp'], sentenceKey('campaigns.receiverChannel')),
    receivers: z
      .array(z.string().check(z.maxLength(254)))
      .check(z.minLength(1, sentenceKey('campaigns.oneReceiver')), z.maxLength(1000, sentenceKey('fields.receivers'))),
  }),
  data: z.object({
    valid: z.array(z.string()),
    invalid: z.array(z.object({ receiver: z.string(), reason: z.string(), reason_sentence: sentenceData })),
  }),
})

/** The colour of each status badge. The texts are catalogue entries `status.<group>.<name>`. */
export type Tone = 'secondary' | 'light-green' | 'danger' | 'mellow' | 'light-blue' | 'transparent-full'

export interface StatusLook {
  tone: Tone
  /** Translation key below `status`, in the `common` namespace. */
  word: string
  /** Shows a pulsing dot: it is happening now. */
  live?: true
  icon?: 'paused' | 'waiting'
}

const look = (group: string, tone: Tone) => (name: string) => [name, { tone, word: `${group}.${name}` }] as const

const CAMPAIGN: Record<string, StatusLook> = {
  ...Object.fromEntries(['pending', 'scheduled'].map(look('campaign', 'secondary'))),
  executing: { tone: 'secondary', word: 'campaign.executing', live: true },
  ...Object.fromEntries(['sent', 'ended'].map(look('campaign', 'light-green'))),
  ...Object.fromEntries(['failed', 'cancelled', 'missed'].map(look('campaign', 'danger'))),
  draft: { tone: 'transparent-full', word: 'campaign.draft' },
  paused: { tone: 'mellow', word: 'campaign.paused', icon: 'paused' },
  pending_approval: { tone: 'mellow', word: 'campaign.pending_approval', icon: 'waiting' },
}

/** A campaign or run; an unknown status reads "In progress". */
export function campaignLook(status: string): StatusLook {
  return CAMPAIGN[status] ?? { tone: 'light-blue', word: 'campaign.unknown' }
}

const DELIVERY: Record<string, StatusLook> = {
  ...Object.fromEntries(['pending', 'skipped', 'unsubscribed', 'dismissed'].map(look('delivery', 'mellow'))),
  sending: { tone: 'secondary', word: 'delivery.sending' },
  ...Object.fromEntries(['sent', 'scheduled'].map(look('delivery', 'light-blue'))),
  ...Object.fromEntries(['delivered', 'read', 'opened', 'clicked', 'converted'].map(look('delivery', 'light-green'))),
  ...Object.fromEntries(['failed', 'bounced', 'complained', 'expired', 'cancelled'].map(look('delivery', 'danger'))),
}

/** The status of one recipient, by its name in our API. */
export function deliveryLook(status: string): StatusLook {
  return DELIVERY[status] ?? { tone: 'light-blue', word: 'campaign.unknown' }
}

const EMAIL_CODES: readonly string[] = ['pending', 'sent', 'failed', 'delivered', 'scheduled', 'unsubscribe']

/**
 * The status of one email, by its number in the API: Pending 0, Sent 1, Failed 2, Delivered 3, Scheduled 4, Unsubscribe
 * 5.
 */
export function emailCodeLook(code: number): StatusLook {
  const name = EMAIL_CODES[code]
  if (name === 'unsubscribe') return { tone: 'mellow', word: 'delivery.unsubscribe' }
  return deliveryLook(name ?? '')
}

const GREEN = ['approved', 'accepted', 'active', '1']
const RED = ['rejected', 'disabled', '2']
const WAITING = ['0', 'invited', 'pending']

const WHATSAPP_CODES: readonly string[] = [
  'pending',
  'sent',
  'failed',
  'delivered',
  'invalid_template',
  'invalid_merge_field',
  'not_in_address_book',
  'field_count_mismatch',
  'accepted',
  'invalid_number',
  'read',
  'duplicate_receiver',
  'unsubscribe',
  'clicked',
  'converted',
  'complained',
  'scheduled',
]
const WHATSAPP_FAULTS = [
  'invalid_template',
  'invalid_merge_field',
  'not_in_address_book',
  'field_count_mismatch',
  'invalid_number',
]
const LEFT_OUT = ['duplicate_receiver', 'unsubscribe']

/** The status of one WhatsApp message, by its number in the API, 0 to 16. */
export function whatsappCodeLook(code: number): StatusLook {
  const name = WHATSAPP_CODES[code] ?? ''
  if (WHATSAPP_FAULTS.includes(name)) return { tone: 'danger', word: `delivery.${name}` }
  if (LEFT_OUT.includes(name)) return { tone: 'mellow', word: `delivery.${name}` }
  return name === 'accepted' ? { tone: 'light-green', word: 'delivery.accepted' } : deliveryLook(name)
}

/** The colour for approvals, invitations and users, by name or number. */
export function peopleTone(status: string | number): Tone {
  const name = String(status).toLowerCase()
  if (GREEN.includes(name)) return 'light-green'
  if (RED.includes(name)) return 'danger'
  return WAITING.includes(name) ? 'mellow' : 'light-blue'
}

/** How recipients react: what happens to messages of each channel, as shares from 0 to 1. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { DeliveryReason } from '@notifly/server/engine/reasons'

/** A way in which messages fail. */
export interface Ending {
  reason: DeliveryReason
  share: number
  /** The provider refused it at once; otherwise it bounced later. */
  isRefused?: boolean
  /** The address is suppressed afterwards. */
  isForGood?: boolean
  /** Applies only to recipients at this mailbox provider. */
  domain?: string
}

export interface EngagementRates {
  /** Messages per second. */
  rate: number
  /** Null if the provider does not report deliveries. */
  delivered: number | null
  opened: number
  /** Share of recipients who opened; on channels without opens, of all recipients. */
  clicked: number
  dismissed: number
  /** Share of recipients who opened. */
  unsubscribed: number
  complained: number
  /** Share of recipients who got the text message and answered STOP. */
  stopped: number
  endings: readonly Ending[]
}

const QUIET = { opened: 0, clicked: 0, dismissed: 0, unsubscribed: 0, complained: 0, stopped: 0 }

export const ENGAGEMENT_RATES: Readonly<Record<Channel, EngagementRates>> = {
  email: {
    ...QUIET,
    rate: 45,
    delivered: null,
    opened: 0.37,
    clicked: 0.13,
    unsubscribed: 0.005,
    complained: 0.0003,
    endings: [
      { reason: 'mailbox_missing', share: 0.0045, isForGood: true },
      { reason: 'domain_missing', share: 0.0008, isForGood: true },
      { reason: 'mailbox_full', share: 0.0042 },
      { reason: 'temporary_failure', share: 0.0016, isRefused: true },
    ],
  },
  sms: {
    ...QUIET,
    rate: 12,
    delivered: 0.985,
    clicked: 0.11,
    stopped: 0.004,
    endings: [
      { reason: 'number_unreachable', share: 0.014 },
      { reason: 'number_unknown', share: 0.006, isForGood: true },
      { reason: 'carrier_filtered', share: 0.004 },
    ],
  },
  whatsapp: {
    ...QUIET,
    rate: 20,
    delivered: 0.98,
    opened: 0.78,
    clicked: 0.12,
    endings: [
      { reason: 'not_on_whatsapp', share: 0.017 },
      { reason: 'marketing_cap', share: 0.012 },
    ],
  },
  webpush: {
    ...QUIET,
    rate: 60,
    delivered: 0.84,
    clicked: 0.055,
    dismissed: 0.21,
    endings: [{ reason: 'subscription_gone', share: 0.009, isForGood: true }],
  },
  mobilepush: {
    ...QUIET,
    rate: 60,
    delivered: 0.91,
    clicked: 0.085,
    dismissed: 0.13,
    endings: [{ reason: 'device_unknown', share: 0.007, isForGood: true }],
  },
}

/** The engagement rates of a campaign: the channel's, with the campaign's own changes. */
export function engagementRatesOf(channel: Channel, own: Partial<EngagementRates> = {}): EngagementRates {
  return { ...ENGAGEMENT_RATES[channel], ...own }
}

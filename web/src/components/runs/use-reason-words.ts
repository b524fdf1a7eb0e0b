import type { Channel } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'

/**
 * Where the catalogue of server sentences holds reasons: first those of deliveries, then those of channels, which share
 * some.
 */
const REASON_KEYS = [
  'reasons.delivery',
  'reasons.email',
  'sms',
  'reasons.whatsapp',
  'reasons.webpush',
  'reasons.mobilepush',
]

/** A delivery's reason in the page's language, by its name in the API. An unknown one keeps the server's text. */
export function useReasonWords(): (channel: Channel, name: string | null, fallback?: string | null) => string {
  const { t, i18n } = useTranslation(['delivery', 'sentences'])
  return (channel, name, fallback = null) => {
    if (name === null) return fallback ?? ''
    if (name === 'unknown') return t('reasons.unknown')
    const [general = '', ...others] = REASON_KEYS
    const own = channel === 'sms' ? 'sms' : `reasons.${channel}`
    const keys = [`${general}.${channel}`, general, own, ...others].map(prefix => `sentences:${prefix}.${name}`)
    const known = keys.find(key => i18n.exists(key))
    return known === undefined ? (fallback ?? name) : t(known)
  }
}

import type { Channel } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'

/** Where the sentences of the server keep reasons: those of deliveries first, then those of channels, which share some. */
const SHELVES = [
  'reasons.delivery',
  'reasons.email',
  'sms',
  'reasons.whatsapp',
  'reasons.webpush',
  'reasons.mobilepush',
]

/** The reason of a delivery by its name on the wire, in the page's language; the server's own words for one we do not know. */
export function useReasonWords(): (channel: Channel, name: string | null, fallback?: string | null) => string {
  const { t, i18n } = useTranslation(['delivery', 'sentences'])
  return (channel, name, fallback = null) => {
    if (name === null) return fallback ?? ''
    if (name === 'unknown') return t('reasons.unknown')
    const [general = '', ...others] = SHELVES
    const own = channel === 'sms' ? 'sms' : `reasons.${channel}`
    const keys = [`${general}.${channel}`, general, own, ...others].map(shelf => `sentences:${shelf}.${name}`)
    const known = keys.find(key => i18n.exists(key))
    return known === undefined ? (fallback ?? name) : t(known)
  }
}

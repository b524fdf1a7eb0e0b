import type { Channel } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'

/**
 * The reason of a delivery by its name on the wire, in the page's language; the server's own words for one we do not know. Some
 * mean something else on a channel.
 */
export function useReasonWords(channel?: Channel): (name: string | null, fallback?: string | null) => string {
  const { t, i18n } = useTranslation('delivery')
  return (name, fallback = null) => {
    if (name === null) return fallback ?? ''
    const keys = [`reasonOn.${channel}.${name}`, `reason.${name}`]
    const known = keys.find(key => i18n.exists(`delivery:${key}`))
    return known === undefined ? (fallback ?? name) : t(known)
  }
}

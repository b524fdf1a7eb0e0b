import { useTranslation } from 'react-i18next'
import { useCallback } from 'react'

/** The reason of a delivery by its name on the wire, in the page's language; the server's own words for one we do not know. */
export function useReasonWords(): (name: string | null, fallback?: string | null) => string {
  const { t, i18n } = useTranslation('delivery')
  return useCallback(
    (name, fallback = null) => {
      if (name === null) return fallback ?? ''
      const key = `delivery:reason.${name}`
      return i18n.exists(key) ? t(key) : (fallback ?? name)
    },
    [t, i18n],
  )
}

import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../../components/display/dates.ts'

/** Formats a clock time in the reader's language: "22:00" becomes "10:00 PM". */
export function useTimeName(): (clockTime: string) => string {
  const { i18n } = useTranslation()
  return useCallback(
    clockTime => {
      const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
      return timeOfDay(hours * 3600 + minutes * 60, { locale: i18n.language, zone: 'UTC' })
    },
    [i18n.language],
  )
}

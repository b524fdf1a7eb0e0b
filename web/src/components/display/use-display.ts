import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as dates from './dates.ts'
import * as numbers from './numbers.ts'

/** The formatters for the page's language and the given zone (by default the browser's). */
export function useDisplay(zone?: string) {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const view = { locale, zone }
    return {
      number: (value: number) => numbers.fullNumber(value, locale),
      abbreviated: (value: number) => numbers.abbreviated(value, locale),
      percent: (share: number) => numbers.percent(share, locale),
      wholePercent: (share: number) => numbers.wholePercent(share, locale),
      bytes: (sizeBytes: number) => numbers.bytes(sizeBytes, locale),
      money: (amount: string, currency: string, places?: number) => numbers.money(amount, currency, locale, places),
      ordinal: (value: number) => numbers.ordinal(value, locale),
      longDate: (epochSeconds: number) => dates.longDate(epochSeconds, view),
      shortDate: (epochSeconds: number) => dates.shortDate(epochSeconds, view),
      longDay: (epochSeconds: number) => dates.longDay(epochSeconds, view),
      fullDay: (epochSeconds: number) => dates.fullDay(epochSeconds, view),
      mediumDay: (epochSeconds: number) => dates.mediumDay(epochSeconds, view),
      shortDay: (epochSeconds: number) => dates.shortDay(epochSeconds, view),
      timeOfDay: (epochSeconds: number) => dates.timeOfDay(epochSeconds, view),
      zoneName: (epochSeconds: number) => dates.zoneName(epochSeconds, view),
      list: (items: readonly string[]) => new Intl.ListFormat(locale).format(items),
    }
  }, [locale, zone])
}

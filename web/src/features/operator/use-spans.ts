import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Figures of the engine in the page's language: spans of time in the unit that people would choose, and rates. */
export function useSpans() {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
    return {
      /** 90 seconds, 4 minutes, 3 hours: the largest unit of which there are two, or of seconds any. */
      span: (seconds: number): string => {
        const [unit, size] = UNITS.find(([, each]) => seconds >= each * 2) ?? ['second', 1]
        const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
        return new Intl.NumberFormat(locale, format).format(Math.floor(seconds / size))
      },
      /** Three digits that count: 0.25, 12.4, 17,700. */
      rate: (perSecond: number): string => rate.format(perSecond),
    }
  }, [locale])
}

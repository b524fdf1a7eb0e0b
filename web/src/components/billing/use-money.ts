import { decimalOf, minorDigits } from '@notifly/contracts/billing/money'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Formats amounts in the page's language. Amounts are whole numbers of the currency's smallest unit. */
export function useMoney() {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const format = (minor: number, currency: string, look: Intl.NumberFormatOptions) => {
      const digits = minorDigits(currency)
      const rules = {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const
      const decimal = decimalOf(minor, currency) as Intl.StringNumericLiteral
      return new Intl.NumberFormat(locale, { ...rules, ...look }).format(decimal)
    }
    return {
      /** "$49.00". */
      money: (minor: number, currency: string) => format(minor, currency, {}),
      /** "$49" or "$49.50", for price lists. */
      price: (minor: number, currency: string) => format(minor, currency, { trailingZeroDisplay: 'stripIfInteger' }),
      /** "USD 49.00", for documents. */
      amount: (minor: number, currency: string) => format(minor, currency, { currencyDisplay: 'code' }),
    }
  }, [locale])
}

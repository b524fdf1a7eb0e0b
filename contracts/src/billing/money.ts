/** Amounts of money: whole numbers of a currency's minor unit. */

/** Currencies that are not divided into hundredths (ISO 4217, which providers use; browsers format some of them differently). */
const WITHOUT = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** Number of decimals of a currency. */
export function minorDigits(currency: string): 0 | 2 | 3 {
  if (WITHOUT.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** The exact decimal of an amount: 4900 of USD are 49.00, of JPY 4900, of BHD 4.900. */
export function decimalOf(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

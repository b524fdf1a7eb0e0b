/**
 * Money: whole minor units, and decimal texts for rates. Amounts are rounded half up to the unit in which the currency is charged, and
 * each tax is rounded by itself.
 */
import { decimalOf, minorDigits } from '@notifly/contracts/billing/money'

/** As in the plan file: `rate_percent` is a decimal text. */
export interface Tax {
  name: string
  rate_percent: string
}

/** Payment providers charge currencies with three decimals in steps of ten: the last digit is 0. */
export function stepOf(currency: string): bigint {
  return minorDigits(currency) === 3 ? 10n : 1n
}

export interface Price {
  /** Minor units. */
  amount: number
  currency: string
}

export function isExactly(paid: Price, { amount, currency }: Price): boolean {
  return paid.amount === amount && paid.currency === currency
}

/** A price for people to read. */
export function priceText(amount: number, currency: string, locale = 'en'): string {
  const digits = minorDigits(currency)
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  // Passed as a text, which Intl formats digit by digit; a number would lose precision.
  return new Intl.NumberFormat(locale, format).format(decimalOf(amount, currency) as Intl.StringNumericLiteral)
}

/** `amount` times a fraction, rounded half up in steps of the currency. */
export function shareOf(amount: number, part: bigint, whole: bigint, currency: string): number {
  const step = stepOf(currency)
  const unit = whole * step
  return Number(((2n * BigInt(amount) * part + unit) / (2n * unit)) * step)
}

export interface TaxLine {
  name: string
  /** Percent. */
  rate: string
  amount: number
}

export function taxesOn(net: number, taxes: readonly Tax[], currency: string): TaxLine[] {
  return taxes.map(({ name, rate_percent: rate }) => {
    const { part, whole } = percent(rate)
    return { name, rate, amount: shareOf(net, part, whole, currency) }
  })
}

export function withTaxes(net: number, taxes: readonly Tax[], currency: string): number {
  return taxesOn(net, taxes, currency).reduce((sum, { amount }) => sum + amount, net)
}

/** The taxes contained in a charged amount: those of the price if the amount equals it, else computed backwards from the rates. */
export function taxesWithin(amount: number, price: number, taxes: readonly Tax[], currency: string): TaxLine[] {
  if (withTaxes(price, taxes, currency) === amount) return taxesOn(price, taxes, currency)
  const whole = 10n ** 6n
  const rates = taxes.reduce((sum, tax) => {
    const rate = percent(tax.rate_percent)
    return sum + (rate.part * whole) / rate.whole
  }, 0n)
  return taxesOn(shareOf(amount, whole, whole + rates, currency), taxes, currency)
}

/** `9.5` percent is 95 of 1000. */
function percent(rate: string): { part: bigint; whole: bigint } {
  const [units = '0', decimals = ''] = rate.split('.')
  return { part: BigInt(units + decimals), whole: 100n * 10n ** BigInt(decimals.length) }
}

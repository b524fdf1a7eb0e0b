/**
 * Money: whole minor units, and decimal texts for rates. Rounding is half up, to the unit in which the currency is charged, and each tax is
 * rounded by itself.
 */
/** As the plan file has it: `rate_percent` is a decimal text. */
export interface Tax {
  name: string
  rate_percent: string
}

/** Decimal places of a currency: none for JPY, three for KWD. */
export function placesOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** Razorpay takes currencies of three places with 0 as the last digit. */
export function stepOf(currency: string): bigint {
  return placesOf(currency) === 3 ? 10n : 1n
}

/** A price for people to read. */
export function priceText(amount: number, currency: string, locale = 'en'): string {
  const places = placesOf(currency)
  const digits = String(amount).padStart(places + 1, '0')
  const decimal = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  // As a text: Intl reads it digit by digit, where a number would be a fraction.
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimal as Intl.StringNumericLiteral)
}

/** `amount` times a fraction, half up, in steps of the currency. */
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

/** The taxes within a charged amount: those of the price where the amount is what was bought, else by their rates backwards. */
export function taxesWithin(amount: number, price: number, taxes: readonly Tax[], currency: string): TaxLine[] {
  if (withTaxes(price, taxes, currency) === amount) return taxesOn(price, taxes, currency)
  const whole = 10n ** 6n
  const rates = taxes.reduce((sum, tax) => {
    const rate = percent(tax.rate_percent)
    return sum + (rate.part * whole) / rate.whole
  }, 0n)
  return taxesOn(shareOf(amount, whole, whole + rates, currency), taxes, currency)
}

/** `9.5` is 95 of 1000. */
function percent(rate: string): { part: bigint; whole: bigint } {
  const [units = '0', decimals = ''] = rate.split('.')
  return { part: BigInt(units + decimals), whole: 100n * 10n ** BigInt(decimals.length) }
}

/** Formats numbers in the language of the page. */
const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** All digits, grouped, such as 311,651. */
export function fullNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value)
}

/**
 * From 1,000 on abbreviated with K, M or B and at most one decimal: 1K, 1.2K, 3.4M. The letters are the same in all
 * languages; the decimal separator is the language's. Put the full number in a title beside it.
 */
export function abbreviated(value: number, locale: string): string {
  const size = Math.abs(value)
  if (size < 1000) return fullNumber(value, locale)
  // From 999,950 on the number would round to 1,000K, so it is shown as 1M.
  const [unit, letter] = UNITS.find(([candidate]) => size >= candidate - candidate / 20_000) ?? [1e3, 'K']
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value / unit) + letter
}

const LEAST_SHARE = 0.001

/**
 * A share of 0 to 1 as a percentage with one decimal: 97.9%. A small share never shows as 0.0%, nor a large one as
 * 100.0%: <0.1%, >99.9%.
 */
export function percent(share: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  if (share > 0 && share < LEAST_SHARE) return `<${format.format(LEAST_SHARE)}`
  if (share < 1 && share > 1 - LEAST_SHARE) return `>${format.format(1 - LEAST_SHARE)}`
  return format.format(share)
}

/** A percentage without decimals, such as "20%". */
export function wholePercent(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1024

/** A size in bytes. Units are multiples of 1,024, like the product's own limits (2 MB are 2,097,152 bytes). */
export function bytes(sizeBytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(sizeBytes, 1)) / Math.log(STEP)), BYTE_UNITS.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(sizeBytes / STEP ** power)
}

type OrdinalEndings = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const ORDINALS: Record<string, OrdinalEndings> = {
  en: { one: 'st', two: 'nd', few: 'rd', other: 'th' },
  es: { other: '.º' },
  fr: { one: 'er', other: 'e' },
  hi: { one: 'ला', two: 'रा', few: 'था', many: 'ठा', other: 'वाँ' },
}

/** An ordinal such as 1st, 2nd, 3rd or 4th. */
export function ordinal(value: number, locale: string): string {
  const endings = ORDINALS[locale] ?? { other: '' }
  const rule = new Intl.PluralRules(locale, { type: 'ordinal' }).select(value)
  return fullNumber(value, locale) + (endings[rule] ?? endings.other)
}

/**
 * An exact decimal amount of a currency (ISO 4217), rounded to the currency's own decimals, or to `places`: ₹1,234.50,
 * $0.0075. A smaller amount that is not zero shows as <$0.01.
 */
export function money(amount: string, currency: string, locale: string, places?: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(places !== undefined && { maximumFractionDigits: places }),
  })
  const least = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  const isLess = Number(amount) > 0 && Number(amount) < least
  return isLess ? `<${format.format(least)}` : format.format(amount as Intl.StringNumericLiteral)
}

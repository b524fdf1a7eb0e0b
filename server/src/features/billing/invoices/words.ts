/** Amounts in English words, as printed on invoices: up to 9,999,999,999 and the minor units of any currency. */
import { minorDigits } from '@notifly/contracts/billing/money'

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const GROUPS = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
] as const

/** The name of a minor unit, singular and plural; currencies that are missing here are written as a fraction. */
const MINOR: Readonly<Record<string, readonly [one: string, several: string]>> = {
  AUD: ['cent', 'cents'],
  BHD: ['fils', 'fils'],
  CAD: ['cent', 'cents'],
  EUR: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  INR: ['paisa', 'paise'],
  KWD: ['fils', 'fils'],
  NZD: ['cent', 'cents'],
  OMR: ['baisa', 'baisa'],
  SGD: ['cent', 'cents'],
  USD: ['cent', 'cents'],
  ZAR: ['cent', 'cents'],
}

/** `12990` of USD: "One hundred twenty-nine US dollars and ninety cents". */
export function amountInWords(amount: number, currency: string): string {
  const unit = 10 ** minorDigits(currency)
  const minor = amount % unit
  const whole = (amount - minor) / unit
  const words = `${numberInWords(whole)} ${nameOf(currency, whole)}${minorInWords(minor, unit, currency)}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A whole number from 0 to 999,999,999,999. */
export function numberInWords(whole: number): string {
  if (whole < 1000) return upToThousand(whole)
  const [size, name] = GROUPS.find(([least]) => whole >= least) ?? GROUPS[2]
  const rest = whole % size
  const head = `${upToThousand((whole - rest) / size)} ${name}`
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`
}

function upToThousand(whole: number): string {
  if (whole < 20) return ONES[whole] ?? ''
  if (whole < 100) {
    const rest = whole % 10
    const tens = TENS[(whole - rest) / 10] ?? ''
    return rest === 0 ? tens : `${tens}-${ONES[rest] ?? ''}`
  }
  const rest = whole % 100
  const head = `${ONES[(whole - rest) / 100] ?? ''} hundred`
  return rest === 0 ? head : `${head} ${upToThousand(rest)}`
}

function nameOf(currency: string, whole: number): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  })
  return format.formatToParts(whole).find(({ type }) => type === 'currency')?.value ?? currency
}

function minorInWords(minor: number, unit: number, currency: string): string {
  if (minor === 0) return ''
  const names = MINOR[currency]
  if (names === undefined) return ` and ${String(minor).padStart(String(unit).length - 1, '0')}/${unit}`
  return ` and ${numberInWords(minor)} ${minor === 1 ? names[0] : names[1]}`
}

/**
 * The text of a cell as in a CSV: dates in ISO 8601, numbers with the leading zeros of their format, and otherwise the plain number,
 * whatever its format shows of it.
 */

/** How a number format displays a number. `guess`: a date or a time, depending on the number. */
export type Display = { kind: 'plain' | 'day' | 'time' | 'moment' | 'guess' } | { kind: 'padded'; format: string }

export const PLAIN: Display = { kind: 'plain' }

/** Formats that a workbook refers to by number only (ECMA-376-1, 18.8.30). */
export function builtInDisplay(id: number): Display {
  if (id >= 14 && id <= 17) return { kind: 'day' }
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: 'time' }
  if (id === 22) return { kind: 'moment' }
  // East Asian ones: which are dates and which are times depends on the language of the program.
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'guess' }
  return PLAIN
}

/** Spreadsheet programs allow 255 characters. */
const FORMAT_LENGTH_MAX = 255

/** Returns how a format code such as `dd/mm/yyyy` or `00000` displays numbers. */
export function displayOf(format: string): Display {
  const [positive = ''] = format.slice(0, FORMAT_LENGTH_MAX).split(';')
  const code = positive
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, '')
    .toLowerCase()
  if (code.includes('general') || code === '@') return PLAIN
  if (/[ydhsmbe]/.test(code) && !/[0#?]e[+-]/.test(code)) {
    const hasTime = /[hs]|\[m+\]/.test(code)
    const hasDay = /[ydb]|e/.test(code) || !hasTime
    if (hasTime) return { kind: hasDay ? 'moment' : 'time' }
    return { kind: 'day' }
  }
  const isPadded = (code.match(/0/g) ?? []).length > 1 && !/[.,%/e]/.test(code)
  return isPadded ? { kind: 'padded', format: positive } : PLAIN
}

/**
 * Converts a number to text. `raw` is the number as the file writes it: digits beyond a double's precision are kept. A number that is not a
 * valid date is empty under a date format: programs show #### for it.
 */
export function numberText(
  value: number,
  display: Display,
  { raw, is1904 }: { raw?: string; is1904: boolean },
): string {
  switch (display.kind) {
    case 'plain':
      return raw !== undefined && /^-?[1-9]\d{0,99}$/.test(raw) ? raw : plainNumber(value)
    case 'padded':
      return padNumber(value, display.format)
    case 'guess': {
      const isWhole = Number.isInteger(value)
      return dateText(value, isWhole ? 'day' : value < 1 ? 'time' : 'moment', is1904)
    }
    case 'day':
    case 'time':
    case 'moment':
      return dateText(value, display.kind, is1904)
  }
}

/** Spreadsheet programs work with 15 digits; further ones are rounding errors. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (Number.isInteger(value)) return BigInt(value).toString()
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toFixed(20).replace(/(?<!0)0+$/, '') : text
}

/** Fills the digits into a format such as 00000 or 000-00-0000, from the right. */
function padNumber(value: number, format: string): string {
  const parts = [...format.replace(/\[[^[\]]*\]/g, '').matchAll(/"([^"]*)"|\\(.)|_.|\*.|(.)/g)]
  let digits = BigInt(Math.round(Math.abs(value))).toString()
  if (digits === '0') digits = ''
  const first = parts.findIndex(([, , , sign]) => sign !== undefined && '0#?'.includes(sign))
  let text = ''
  for (let index = parts.length - 1; index >= 0; index--) {
    const [, quoted, escaped, sign] = parts[index] as RegExpMatchArray
    if (sign === undefined || !'0#?'.includes(sign)) {
      text = (quoted ?? escaped ?? sign ?? '') + text
      continue
    }
    const take = index === first ? digits : digits.slice(-1)
    digits = digits.slice(0, digits.length - take.length)
    text = (take === '' && sign === '0' ? '0' : take) + text
  }
  return value < 0 ? `-${text}` : text
}

const DAY_MS = 86_400_000
/** Spreadsheets count a day 60 of 1900 that did not exist; days before it count from one day later. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const LAST_DAY = 2_958_466

function dateText(serial: number, kind: 'day' | 'time' | 'moment', is1904: boolean): string {
  if (!(serial >= 0 && serial < LAST_DAY)) return ''
  if (kind === 'time') return clockText(Math.round(serial * DAY_MS))
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900 + (serial < 60 ? DAY_MS : 0)
  // What a date shows is its day, also a moment before the next.
  const days = kind === 'day' ? Math.floor(serial + 1e-9) : serial
  const iso = new Date(epoch + Math.round(days * DAY_MS)).toISOString()
  return kind === 'day' ? iso.slice(0, 10) : iso.replace(/(?:\.000)?Z$/, '')
}

/** Hours may exceed a day. */
function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return ms % 1000 === 0 ? clock : `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

/** The text of a date that the file already has in ISO 8601. */
export function isoText(text: string, display: Display): string {
  return display.kind === 'day' ? text.slice(0, 10) : text.replace(/(?:\.0+)?Z?$/, '')
}

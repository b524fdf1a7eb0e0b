import rightToLeft from './right-to-left.json'

/** Languages by code; a script follows the language where only that one counts. */
const RIGHT_TO_LEFT = new Set(rightToLeft.map(code => code.toLowerCase()))

/** Where another script is usual than the language's first: Punjabi of Pakistan. */
const USUAL: Record<string, string> = { 'pa-pk': 'pa-arab' }

/** Reading direction of a language tag, by CLDR's data (see scripts/locale-table.ts). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const lower = tag.toLowerCase().replaceAll('_', '-')
  const [language = '', second = ''] = lower.split('-')
  const known = USUAL[lower] ?? `${language}-${second}`
  return RIGHT_TO_LEFT.has(known) || RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}

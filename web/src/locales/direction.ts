const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur', 'ku', 'sd', 'pa-arab', 'pa-pk'])

/** Reading direction of a language tag: Arabic, Hebrew, Persian, Urdu, Kurdish, Sindhi and Punjabi in Arabic script. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const lower = tag.toLowerCase().replace('_', '-')
  return RIGHT_TO_LEFT.has(lower) || RIGHT_TO_LEFT.has(lower.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

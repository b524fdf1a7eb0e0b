import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'

/** Returns the requested language, else the browser's first one that we have (RFC 9110 section 12.5.4), else English. */
export function chooseLocale(wanted: unknown, acceptLanguage: string | undefined): Locale {
  const known = (text: unknown): Locale | undefined => LOCALES.find(locale => locale === text)
  const asked = known(wanted)
  if (asked !== undefined) return asked
  const accepted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map(each => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(each => each !== undefined)
      return { locale: known(tag.split('-')[0]), quality: quality === undefined ? 1 : Number(quality), index }
    })
    .filter(({ locale, quality }) => locale !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
  return accepted[0]?.locale ?? 'en'
}

/** Phone numbers as people type them and spreadsheets keep them. */
import { bareNumber, mayLackPlus } from '@notifly/contracts/phone-numbers'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * E.164. Numbers without a country code take that of the country given. Spreadsheets take the plus off numbers: digits that
 * are none of the country's, but a number of the world with a plus before them, are taken for that.
 */
export function parsePhone(text: string, country?: string): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const digits = text.startsWith('00') ? `+${text.slice(2)}` : text
  const number = parsePhoneNumberFromString(digits, { ...(region && { defaultCountry: region }), extract: false })
  const bare = bareNumber(digits)
  if (mayLackPlus(bare) && !number?.isValid()) {
    const international = parsePhoneNumberFromString(`+${bare}`, { extract: false })
    if (international?.isValid()) return international.number
  }
  // Possible, not assigned: number plans change faster than any library.
  return number?.isPossible() ? number.number : undefined
}

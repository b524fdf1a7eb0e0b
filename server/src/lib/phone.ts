/** Phone numbers as people type them and spreadsheets store them. */
import { bareNumber, mayHaveCountryCodeWithoutPlus } from '@notifly/contracts/contacts/phone-numbers'
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'

export interface PhoneReading {
  /** E.164. */
  number: string
  /** The digits are a possible number both in the country and with a plus in front. */
  isDoubtful: boolean
}

/**
 * Parses a phone number; undefined if it is none. Numbers without a country code get that of `country`. Spreadsheets drop the plus of
 * numbers: if the digits are also an international number, the valid reading counts, and of two valid ones the mobile number, and the
 * country's own before a foreign one. Anything else is doubtful, and read as a number of the country.
 */
export function readPhone(text: string, country?: string): PhoneReading | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const digits = text.startsWith('00') ? `+${text.slice(2)}` : text
  const number = parsePhoneNumberFromString(digits, { ...(region && { defaultCountry: region }), extract: false })
  const bare = bareNumber(digits)
  if (mayHaveCountryCodeWithoutPlus(bare)) {
    const world = parsePhoneNumberFromString(`+${bare}`, { extract: false })
    if (world?.isValid() && world.number !== number?.number) {
      if (!number?.isValid() || (isMobile(world) && !isMobile(number))) return sure(world)
      // In a country, mobile numbers of another country are rarer than its own.
      return { number: number.number, isDoubtful: !isMobile(number) || (isMobile(world) && world.country === region) }
    }
  }
  // Possible, not assigned: number plans change faster than any library.
  return number?.isPossible() ? sure(number) : undefined
}

/** The number alone, for callers that accept a doubtful reading. */
export function parsePhone(text: string, country?: string): string | undefined {
  return readPhone(text, country)?.number
}

function sure({ number }: PhoneNumber): PhoneReading {
  return { number, isDoubtful: false }
}

function isMobile(number: PhoneNumber): boolean {
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

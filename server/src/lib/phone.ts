/** Phone numbers as people type them and spreadsheets keep them. */
import { bareNumber, mayLackPlus } from '@notifly/contracts/contacts/phone-numbers'
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'

export interface PhoneReading {
  /** E.164. */
  number: string
  /** Both as a number of the country and with a plus before it, the digits are a number that people may have. */
  isDoubtful: boolean
}

/**
 * Reads a number; undefined for what is none. Numbers without a country code take that of the country given. Spreadsheets take the plus
 * off numbers: where the digits are also a number of the world with a plus before them, the reading counts that is valid, and of two
 * valid ones the mobile number, and the country's before another one's. What is left is doubtful, and read as a number of the country.
 */
export function readPhone(text: string, country?: string): PhoneReading | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const digits = text.startsWith('00') ? `+${text.slice(2)}` : text
  const number = parsePhoneNumberFromString(digits, { ...(region && { defaultCountry: region }), extract: false })
  const bare = bareNumber(digits)
  if (mayLackPlus(bare)) {
    const world = parsePhoneNumberFromString(`+${bare}`, { extract: false })
    if (world?.isValid() && world.number !== number?.number) {
      if (!number?.isValid() || (isMobile(world) && !isMobile(number))) return sure(world)
      // People of one country have mobile numbers of another less often than its own.
      return { number: number.number, isDoubtful: !isMobile(number) || (isMobile(world) && world.country === region) }
    }
  }
  // Possible, not assigned: number plans change faster than any library.
  return number?.isPossible() ? sure(number) : undefined
}

/** The same for those who take the reading as it is. */
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

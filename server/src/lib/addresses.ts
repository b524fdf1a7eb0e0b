/** Normalizes addresses of channels, so that they can be compared however they were typed. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { isEmail } from '@notifly/contracts/fields'
import { bareNumber, hasCountryCode } from '@notifly/contracts/contacts/phone-numbers'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { parsePhone } from './phone.ts'

const TOKEN_LENGTH_MAX = 254

/** Returns the key of an address on a channel; null if the text is not such an address. */
export function addressKey(channel: Channel, text: string): string | null {
  const address = text.trim()
  switch (channel) {
    case 'email': {
      // As email programs copy it: "Asha Raman <asha@example.com>".
      const bare = /<([^<>]+)>$/.exec(address)?.[1]?.trim() ?? address
      return isEmail(bare) ? bare.toLowerCase() : null
    }
    case 'sms':
    case 'whatsapp':
      // Contacts have their numbers in E.164. Without its country a number is ambiguous.
      return parsePhone(bareNumber(address)) ?? null
    case 'webpush':
    case 'mobilepush':
      return address !== '' && address.length <= TOKEN_LENGTH_MAX && !/\s/.test(address) ? address : null
  }
}

/** Returns what is wrong with a text that is not a phone number. */
export function phoneFault(text: string): Sentence {
  return sentence(hasCountryCode(bareNumber(text)) ? 'fields.mobile' : 'fields.mobileCountry')
}

const EMAIL = /[^\s@<>"',;:()]{1,64}@[^\s@<>"',;()]{1,190}/g
const NUMBER = /\+?\d[\d\s().-]{7,30}\d/g
/** A date with a year has eight digits. */
const NUMBER_DIGITS_MIN = 9

/** Returns a text with the addresses and phone numbers in it masked, for records that outlive the person. */
export function withoutAddresses(text: string): string {
  const masked = (number: string): string =>
    number.replace(/\D/g, '').length < NUMBER_DIGITS_MIN ? number : maskedAddress(number)
  return text.replace(EMAIL, maskedAddress).replace(NUMBER, masked)
}

/** Shows enough of an address for its owner and too little for others: the first letter and the domain, or the last digits. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 1) return `${[...address][0] ?? ''}•••${address.slice(at)}`
  return address.length > 6 ? `•••${address.slice(-3)}` : '•••'
}

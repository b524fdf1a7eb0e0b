/** The size of a text for several people, measured exactly as for each message that is sent. */
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import { shortAddress } from '../../lib/links/short-link.ts'
import { unsubscribeAddress } from '../channel.ts'
import { type SmsContent, sizeOf, smsChannel, textWriter } from './sms.ts'

/** Sizes over a sample of people. */
interface SmsSizes {
  /** Those for whom there is a message at all. */
  sampled: number
  least: number
  most: number
  /** Of all of them together. */
  sum: number
  /** With letters outside of the GSM alphabet. */
  unicode: number
  /** For whom it is empty, too long, or lacks a field. */
  unsendable: number
}

// As long as the real ones, with no delivery behind them.
const SHORT_TOKEN = 'k3Xw8Zq1Lm5Tb7Rv2N'
const DELIVERY_TOKEN = 'x'.repeat(70)

/**
 * Returns a function that writes a content for a recipient with these fields, however long it becomes; `links` collects the links that
 * become short addresses. Throws TemplateInvalid; the function throws RenderError. `isSame`: the content reads no field of its recipient.
 */
export function textsOf(content: SmsContent, publicUrl: string) {
  const { content: frozen } = smsChannel.freeze(content, { messageIdDomain: '', firstLinkNo: 0 })
  const { write } = textWriter(frozen)
  const page = unsubscribeAddress(publicUrl, DELIVERY_TOKEN)
  const own = { unsubscribe_url: page, preferences_url: page }
  const linkTo = (no: number): string => shortAddress(publicUrl, SHORT_TOKEN.slice(no) + SHORT_TOKEN.slice(0, no))
  return {
    write: (fields: Fields, links?: Set<number>): string =>
      write({ ...fields, ...own }, no => {
        links?.add(no)
        return linkTo(no)
      }),
    isSame: smsChannel.fieldsOf(frozen).length === 0,
  }
}

/** `charactersMax`: the provider's limit for one text. */
export function sizesOf(write: (fields: Fields) => string, people: Iterable<Fields>, charactersMax: number): SmsSizes {
  const sizes: SmsSizes = { sampled: 0, least: Infinity, most: 0, sum: 0, unicode: 0, unsendable: 0 }
  for (const fields of people) {
    const size = sizeFor(write, fields, charactersMax)
    if (size === null) {
      sizes.unsendable++
      continue
    }
    sizes.sampled++
    sizes.sum += size.segments
    sizes.least = Math.min(sizes.least, size.segments)
    sizes.most = Math.max(sizes.most, size.segments)
    if (size.isUnicode) sizes.unicode++
  }
  return { ...sizes, least: sizes.sampled === 0 ? 0 : sizes.least }
}

function sizeFor(
  write: (fields: Fields) => string,
  fields: Fields,
  charactersMax: number,
): ReturnType<typeof sizeOf> | null {
  try {
    return sizeOf(write(fields), charactersMax)
  } catch (error) {
    if (error instanceof RenderError) return null
    throw error
  }
}

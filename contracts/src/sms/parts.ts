/**
 * How many segments a text message has (3GPP TS 23.038 and 23.040). One segment carries 140 octets: 160 characters of the GSM alphabet, or
 * 70 of UCS-2. A longer text is split, and each segment needs 6 octets for a header, which leaves 153 or 67 characters. Segments are filled
 * greedily, since a character of two units is never split.
 */

export type SmsEncoding = 'GSM-7' | 'UCS-2'

export interface SmsSize {
  encoding: SmsEncoding
  /** 0 for an empty text. */
  segments: number
  /** Septets of GSM-7, else UTF-16 code units; without the headers of parts. */
  units: number
  /** Units that the last segment has left. */
  unitsLeft: number
  /** Characters outside of the GSM alphabet, each once, in their order: without them, twice the text would fit. */
  forcing: string[]
}

/** The most segments that providers accept as one text; carriers drop longer ones. */
export const SMS_SEGMENTS_MAX = 10
/** The most characters of one text in any alphabet, over all of our providers. */
export const SMS_CHARACTERS_MAX = 1600

const ROOM = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const

// TS 23.038 section 6.2.1: the default alphabet, and the extension table, whose characters follow an escape.
const LETTERS =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const BASIC = new Set(LETTERS)
const EXTENDED = new Set('\f^{}\\[~]|€')

// True of most texts: each character is one unit, and measuring takes a ninth of the time.
const IS_PLAIN = new RegExp(`^[${LETTERS.replace(/[\\-\]^/]/g, sign => `\\${sign}`)}]*$`)

/** Measures a text as the network does. */
export function measureSms(text: string): SmsSize {
  if (IS_PLAIN.test(text)) return plainSize(text.length)
  const characters = Array.from(text)
  const forcing = [...new Set(characters.filter(character => !BASIC.has(character) && !EXTENDED.has(character)))]
  const encoding = forcing.length === 0 ? 'GSM-7' : 'UCS-2'
  const widths = characters.map(character => widthOf(character, encoding))
  const units = widths.reduce((sum, width) => sum + width, 0)
  return { encoding, units, forcing, ...pack(widths, units, encoding) }
}

function plainSize(units: number): SmsSize {
  const { single, part } = ROOM['GSM-7']
  const segments = units <= single ? Math.min(units, 1) : Math.ceil(units / part)
  return {
    encoding: 'GSM-7',
    units,
    forcing: [],
    segments,
    unitsLeft: segments > 1 ? segments * part - units : single - units,
  }
}

function widthOf(character: string, encoding: SmsEncoding): number {
  if (encoding === 'UCS-2') return character.length
  return EXTENDED.has(character) ? 2 : 1
}

function pack(
  widths: readonly number[],
  units: number,
  encoding: SmsEncoding,
): Pick<SmsSize, 'segments' | 'unitsLeft'> {
  const { single, part } = ROOM[encoding]
  if (units === 0) return { segments: 0, unitsLeft: single }
  if (units <= single) return { segments: 1, unitsLeft: single - units }
  let segments = 1
  let filled = 0
  for (const width of widths) {
    if (filled + width > part) {
      segments++
      filled = 0
    }
    filled += width
  }
  return { segments, unitsLeft: part - filled }
}

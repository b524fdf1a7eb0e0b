/**
 * How many text messages a text becomes (3GPP TS 23.038 and 23.040). One message carries 140 octets: 160 letters of the GSM
 * alphabet or 70 of UCS-2. A longer text is cut, and every part gives 6 octets to a header: 153 or 67 letters are left. Parts
 * are packed greedily, because a letter that takes two units is never cut in two.
 */

export type SmsEncoding = 'GSM-7' | 'UCS-2'

export interface SmsSize {
  encoding: SmsEncoding
  /** 0 for an empty text. */
  segments: number
  /** Septets of GSM-7, else UTF-16 code units; without the headers of parts. */
  units: number
  /** Units that the last segment could still take before there is one more. */
  unitsLeft: number
  /** The characters outside of the GSM alphabet, each once, in their order: without them, twice the text would fit. */
  forcing: string[]
}

/** Messages a provider takes as one text; carriers drop longer ones. */
export const SMS_SEGMENTS_MAX = 10
/** Characters of one text, whatever its alphabet: the most that any of our providers takes. */
export const SMS_CHARACTERS_MAX = 1600

const ROOM = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const

// TS 23.038 section 6.2.1: the default alphabet, and the extension table, whose letters follow an escape.
const LETTERS =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const BASIC = new Set(LETTERS)
const EXTENDED = new Set('\f^{}\\[~]|€')

// Most texts: then every letter is one unit, and a ninth of the time is enough.
const IS_PLAIN = new RegExp(`^[${LETTERS.replace(/[\\-\]^/]/g, sign => `\\${sign}`)}]*$`)

/** Measures a text as the network will. */
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

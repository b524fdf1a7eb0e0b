/**
 * Web addresses in a text message, as phones recognize them. In addition to http:// and https:// two forms are recognized that are hardly
 * ever anything else: www. with a name, and a name with a path and one of the usual top-level domains (shop.com/sale). A name alone is not:
 * "Booking.com" is just as often a word of its sentence, and "back.in stock" lacks a space.
 */

/** Replaces each character of a merge field: a private-use character of Unicode, which no text contains. */
export const FIELD_MARK = '\ue000'

export interface TextAddress {
  begin: number
  end: number
  /** Put before it when it is opened: empty, or the scheme that phones add to addresses without one. */
  scheme: '' | 'http://'
}

/** Fields may be part of an address, except in its host name. */
export function findAddresses(text: string): TextAddress[] {
  return [...text.matchAll(ADDRESS)].flatMap(match => {
    const begin = match.index
    const address = withoutSentence(match[0])
    const isBare = match.groups?.['bare'] !== undefined
    if (isBare && !isWritten(address)) return []
    return [{ begin, end: begin + address.length, scheme: isBare ? 'http://' : '' }]
  })
}

// Those that texts have; any other is written with www. or https://. Without "no", "is" and "am", which end words such as "ref.no/date".
const ENDINGS =
  `com net org info biz edu gov io co me app dev ai tv cc ws fm ly gl gd gg la to xyz shop store online site web page link club
  live news blog eu asia uk us ca au nz ie de at ch fr es it pt nl be lu se dk fi pl cz sk hu ro
  gr tr ru ua il ae sa eg za ng ke gh in pk bd lk np my sg id ph th vn cn hk tw jp kr br mx ar cl pe uy ec ve bo py cr gt pa do`
    .split(/\s+/)
    .join('|')
const SIGN = String.raw`[\p{L}\p{M}\p{N}]`
const PART = String.raw`${SIGN}(?:(?:${SIGN}|-)*${SIGN})?`
const REST = String.raw`[^\s<>"'\x60{}|\\^\u00a0]`
const PORT = String.raw`(?::\d{2,5})?`
/** Of single letters only these: "b.com/m.com" are degrees. */
const NAME = String.raw`(?:[tm]\.(?=me)|[agt]\.(?=co\/)|x\.(?=com)|(?:${PART}\.)*(?=[\p{N}-]*\p{L})${SIGN}(?:${SIGN}|-)*${SIGN}\.)`
const BARE = [
  String.raw`www\.(?:${PART}\.)+[\p{L}\p{M}]{2,}(?!${SIGN}|[_@${FIELD_MARK}-]|\.(?:${SIGN}|${FIELD_MARK}))${PORT}(?:[/?#]${REST}*)?`,
  String.raw`${NAME}(?:${ENDINGS})${PORT}\/${REST}*`,
]
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_@/.-])(?:https?:\/\/${REST}+|(?<!${FIELD_MARK})(?<bare>${BARE.join('|')}))`,
  'giu',
)

/** "today.Come/go" is not an address: top-level domains are in lower case, unless the whole address is not. */
function isWritten(address: string): boolean {
  const [host = ''] = address.split(/[:/?#]/)
  const ending = host.split('.').at(-1) ?? ''
  return ending === ending.toLowerCase() || host === host.toUpperCase()
}

/** Characters that belong to the sentence, not to the end of the address. */
const SENTENCE_END = '.,;:!?…।*'

/** Removes what follows an address in a sentence: a full stop, or the bracket around it. */
function withoutSentence(text: string): string {
  const count = (sign: string): number => text.split(sign).length - 1
  const unopened = new Map([
    [')', count(')') - count('(')],
    [']', count(']') - count('[')],
  ])
  let end = text.length
  for (; end > 0; end--) {
    const sign = text.charAt(end - 1)
    const left = unopened.get(sign)
    if (left === undefined ? !SENTENCE_END.includes(sign) : left <= 0) break
    if (left !== undefined) unopened.set(sign, left - 1)
  }
  return text.slice(0, end)
}

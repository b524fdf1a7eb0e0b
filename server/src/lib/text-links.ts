/**
 * Finds the web addresses in the template of a text message and puts a merge field in the place of each, so that every recipient gets
 * a short one that counts clicks. Nothing else of the source changes.
 */
import { LINK_FIELD_PREFIX, SENDER_FIELDS, type TrackedLink } from './email-html/links.ts'
import { compileTemplate, TemplateInvalid } from './liquid/compile.ts'
import { type Construct, readConstructs } from './liquid/constructs.ts'
import { SHORT_LINKS_MAX } from './short-link.ts'

/** Where an address ends; merge fields may stand in it. */
const ADDRESS = /(?<![\p{L}\p{N}_@/.-])https?:\/\/[^\s<>"'`{}|\\^\u00a0]+/giu
/** Signs that end the sentence and not the address. */
const SENTENCE_END = /[.,;:!?…।*]+$/u
/** A letter of Unicode's private use, which no text has: a construct is as long as it was, and has no space. */
const MASK = '\ue000'
const KEEPS_NAMES = /^(?:assign|capture|for|tablerow|increment|decrement|cycle)$/
/** Tags behind which a branch of the text ends. */
const ENDS_BRANCH = /^(?:else|elsif|when|end\w+)$/

/**
 * Replaces each address by `{{ notifly_link_N }}`, at most 16 of them. Left alone: addresses without http:// or https://, those that
 * a tag is part of, and those with fields that exist only inside of the template or for the sender. Throws the engine's error for a
 * source that is no Liquid. `first` is the first link's index.
 */
export function trackTextLinks(source: string, first = 0): { text: string; links: TrackedLink[] } {
  const constructs = readConstructs(source)
  const hasNames = constructs.some(({ kind, name }) => kind === 'tag' && KEEPS_NAMES.test(name))
  const links: TrackedLink[] = []
  const pieces: string[] = []
  let at = 0
  for (const { begin, end } of addressesIn(source, constructs)) {
    const inside = constructs.filter(construct => begin <= construct.begin && construct.end <= end)
    const url = source.slice(begin, end)
    const isOwn = inside.some(({ content }) => hasNames || SENDER_FIELDS.some(field => content.includes(field)))
    if (isOwn || !isAddress(url) || links.length === SHORT_LINKS_MAX - first) continue
    const index = first + links.length
    const field = `${LINK_FIELD_PREFIX}${index}`
    links.push({ index, url, field })
    pieces.push(source.slice(at, begin), `{{ ${field} }}`)
    at = end
  }
  pieces.push(source.slice(at))
  return { text: pieces.join(''), links }
}

function addressesIn(source: string, constructs: readonly Construct[]): { begin: number; end: number }[] {
  let masked = ''
  let at = 0
  for (const { kind, begin, end } of constructs) {
    // A tag ends an address: it is a space.
    masked += source.slice(at, begin) + (kind === 'output' ? MASK : ' ').repeat(end - begin)
    at = end
  }
  masked += source.slice(at)
  return [...masked.matchAll(ADDRESS)].flatMap(match => {
    const begin = match.index
    const end = begin + withoutSentence(match[0]).length
    return goesOn(source, constructs, begin + match[0].length) ? [] : [{ begin, end }]
  })
}

/** Whether a tag is part of the address that seems to end here. */
function goesOn(source: string, constructs: readonly Construct[], at: number): boolean {
  const tag = constructs.find(({ kind, begin }) => kind === 'tag' && begin === at)
  if (tag === undefined) return false
  if (!ENDS_BRANCH.test(tag.name)) return true
  return tag.name.startsWith('end') && /^[^\s.,;:!?)]/u.test(source.slice(tag.end))
}

/** Without what follows an address in a sentence: a full stop, or the bracket around it. */
function withoutSentence(text: string): string {
  let address = text.replace(SENTENCE_END, '')
  while (/[)\]]$/.test(address) && !isPaired(address)) address = address.slice(0, -1).replace(SENTENCE_END, '')
  return address
}

function isPaired(address: string): boolean {
  const count = (sign: string): number => address.split(sign).length - 1
  return address.endsWith(')') ? count('(') >= count(')') : count('[') >= count(']')
}

/** What a click can be led to. */
function isAddress(url: string): boolean {
  try {
    const { statics, slots } = compileTemplate(url, 'url')
    return URL.canParse(slots.length === 0 ? url : statics.join('x'))
  } catch (error) {
    if (error instanceof TemplateInvalid) return false
    throw error
  }
}

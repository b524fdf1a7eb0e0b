/**
 * Finds the web addresses in the template of a text message and puts a merge field in the place of each, so that every recipient gets
 * a short one that counts clicks. Nothing else of the source changes.
 */
import { FIELD_MARK, findAddresses } from '@notifly/contracts/sms/text-addresses'
import { type LinkTags, withLinkTags } from '@notifly/contracts/campaigns/utm'
import { SENDER_FIELDS } from '@notifly/contracts/templates/sender-fields'
import { LINK_FIELD_PREFIX, type TrackedLink } from '../email-html/links.ts'
import { compileTemplate, TemplateInvalid } from '../liquid/compile.ts'
import { type Construct, readConstructs } from '../liquid/constructs.ts'
import { SHORT_LINKS_MAX } from './short-link.ts'

const KEEPS_NAMES = /^(?:assign|capture|for|tablerow|increment|decrement|cycle)$/
/** Tags that end a branch of the text. */
const ENDS_BRANCH = /^(?:else|elsif|when|end\w+)$/
/** A plain field, or one with a default: it can be read for every contact, even in a branch that is not theirs. */
const PLAIN_FIELD = /^[\p{L}_][\p{L}\p{N}_-]*\s*(?:\|\s*default:\s*(?:"[^"]*"|'[^']*')\s*)?$/u
/** A field that is a word of its own, followed only by the punctuation of its sentence. */
const ALONE = new RegExp(`(?<![^\\s([:])${FIELD_MARK}+(?=[.,;:!?…।)\\]]*(?:\\s|$))`, 'gu')

interface Candidate {
  begin: number
  end: number
  /** As a template of kind `url`. */
  url: string
  isField?: true
}

/**
 * Replaces each address by `{{ notifly_link_N }}`, at most 16 of them, and as many fields that may contain an address as there is room for:
 * `isField` marks those, and the writer of the text checks their values. Left alone: addresses that contain a tag, and those with fields
 * that exist only inside the template or for the sender. Throws the engine's error for a source that is not Liquid. `first` is the first
 * link's index.
 */
export function trackTextLinks(source: string, first = 0): { text: string; links: TrackedLink[] } {
  const links: TrackedLink[] = []
  const pieces: string[] = []
  let at = 0
  for (const { begin, end, url, isField } of candidatesIn(source, SHORT_LINKS_MAX - first)) {
    const index = first + links.length
    const field = `${LINK_FIELD_PREFIX}${index}`
    links.push({ index, url, field, ...(isField && { isField }) })
    pieces.push(source.slice(at, begin), `{{ ${field} }}`)
    at = end
  }
  pieces.push(source.slice(at))
  return { text: pieces.join(''), links }
}

/**
 * Returns the text with UTM tags added to each address. Fields, and addresses that trackTextLinks leaves alone, stay as they are. Throws
 * the engine's error for a source that is not Liquid.
 */
export function tagTextLinks(source: string, tags: LinkTags): string {
  const constructs = readConstructs(source)
  const masked = mask(source, constructs)
  const pieces: string[] = []
  let at = 0
  for (const each of addressesIn(source, masked, constructs)) {
    const { begin, end } = each
    if (isOfSender(each, constructs)) continue
    pieces.push(source.slice(at, begin), withLinkTags(source.slice(begin, end), tags, masked.slice(begin, end)))
    at = end
  }
  return pieces.join('') + source.slice(at)
}

/** The same for a single address; a source that is not a web address by itself stays as it is. */
export function tagLinkSource(source: string, tags: LinkTags): string {
  const masked = mask(source, readConstructs(source))
  return /^\s*https?:\/\//i.test(masked) ? withLinkTags(source, tags, masked) : source
}

/** Built from the sender's own fields, like the unsubscribe page. */
function isOfSender({ begin, end }: Candidate, constructs: readonly Construct[]): boolean {
  return constructs.some(
    construct =>
      begin <= construct.begin &&
      construct.end <= end &&
      SENDER_FIELDS.some(field => construct.content.includes(field)),
  )
}

/** In order; if there are too many, fields are dropped first, then the last ones. */
function candidatesIn(source: string, most: number): Candidate[] {
  const constructs = readConstructs(source)
  const hasNames = constructs.some(({ kind, name }) => kind === 'tag' && KEEPS_NAMES.test(name))
  const isOwn = ({ begin, end }: Candidate): boolean =>
    constructs.some(
      construct =>
        begin <= construct.begin &&
        construct.end <= end &&
        (hasNames || SENDER_FIELDS.some(field => construct.content.includes(field))),
    )
  const masked = mask(source, constructs)
  const addresses = addressesIn(source, masked, constructs).filter(each => !isOwn(each) && isAddress(each.url))
  const kept = addresses.slice(0, most)
  const fields = fieldsIn(source, masked, constructs).filter(each => !isOwn(each))
  return [...kept, ...fields.slice(0, most - kept.length)].sort((a, b) => a.begin - b.begin)
}

/** Replaces fields with marks of the same length, and tags, which end an address, with spaces. */
function mask(source: string, constructs: readonly Construct[]): string {
  let masked = ''
  let at = 0
  for (const { kind, begin, end } of constructs) {
    masked += source.slice(at, begin) + (kind === 'output' ? FIELD_MARK : ' ').repeat(end - begin)
    at = end
  }
  return masked + source.slice(at)
}

function addressesIn(source: string, masked: string, constructs: readonly Construct[]): Candidate[] {
  return findAddresses(masked).flatMap(({ begin, end, scheme }) => {
    const url = scheme + source.slice(begin, end)
    return goesOn(source, constructs, end) ? [] : [{ begin, end, url }]
  })
}

function fieldsIn(source: string, masked: string, constructs: readonly Construct[]): Candidate[] {
  return [...masked.matchAll(ALONE)].flatMap(({ index: begin, 0: { length } }) => {
    const end = begin + length
    const output = constructs.find(construct => construct.begin === begin && construct.end === end)
    if (output === undefined || !PLAIN_FIELD.test(output.content)) return []
    const url = source.slice(begin, end)
    return goesOn(source, constructs, end) ? [] : [{ begin, end, url, isField: true as const }]
  })
}

/** What may be between an address and the next word. */
const SENTENCE_SIGNS = /[.,;:!?…।*)\]]*/uy

/** Whether a tag is part of the address that seems to end here. */
function goesOn(source: string, constructs: readonly Construct[], end: number): boolean {
  SENTENCE_SIGNS.lastIndex = end
  const at = end + (SENTENCE_SIGNS.exec(source)?.[0].length ?? 0)
  const tag = constructs.find(({ kind, begin }) => kind === 'tag' && begin === at)
  if (tag === undefined) return false
  if (!ENDS_BRANCH.test(tag.name)) return true
  return tag.name.startsWith('end') && /^[^\s.,;:!?)]/u.test(source.slice(tag.end))
}

/** Whether a click can be redirected to it. */
function isAddress(url: string): boolean {
  try {
    const { statics, slots } = compileTemplate(url, 'url')
    return URL.canParse(slots.length === 0 ? url : statics.join('x'))
  } catch (error) {
    if (error instanceof TemplateInvalid) return false
    throw error
  }
}

const ONE_ADDRESS = /^https?:\/\/\S+$/i

/** Whether the value of a field is an address as a whole. */
export function isWebAddress(text: string): boolean {
  return ONE_ADDRESS.test(text) && URL.canParse(text)
}

/**
 * Parses large JSON in pieces, between which the process serves other requests. The parser of the engine is quick with most texts, but a megabyte
 * with a new name for each of its properties holds it for a tenth of a second, and callers choose their names.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../lib/app-error.ts'
import { pausesOf } from '../lib/turns.ts'

/** Deeper bodies are attacks or accidents; every recursive function over a body may rely on this limit. */
export const MAX_DEPTH = 64

/** Characters of a piece, unless a single text or number is longer. */
const PIECE = 16_384

interface Reading {
  text: string
  /** Parses a piece as a whole; throws for what is no JSON or sets a prototype. */
  parse: (piece: string) => unknown
  pauseOf: () => Promise<void> | undefined
}

/**
 * As `parse` answers for all of the text, in turns of this key (lib/turns.ts). Throws what `parse` throws, and invalidInput if the text is too
 * deep.
 */
export async function parseInTurns(key: string, text: string, parse: (piece: string) => unknown): Promise<unknown> {
  const start = afterBlanks(text, 0)
  if (text[start] !== '[' && text[start] !== '{') return parse(text)
  const { value, end } = await readLarge({ text, parse, pauseOf: pausesOf(key) }, start, 0)
  if (afterBlanks(text, end) < text.length) parse(NO_JSON)
  return value
}

/** No parser takes it. */
const NO_JSON = '{'

type Members = unknown[] | Record<string, unknown>

/** A list or an object that begins at `start`: its members come by the piece, those that are larger by themselves. */
async function readLarge(reading: Reading, start: number, depth: number): Promise<{ value: Members; end: number }> {
  if (depth >= MAX_DEPTH) throw new AppError('invalidInput', sentence('errors.tooDeep'))
  const { text, parse, pauseOf } = reading
  const isList = text[start] === '['
  const parseMembers = (members: string) => parse(isList ? `[${members}]` : `{${members}}`) as Members
  const value: Members = isList ? [] : {}
  for (let at = start + 1; ;) {
    const pause = pauseOf()
    if (pause !== undefined) await pause
    const cut = cutFrom(text, at)
    const members = text.slice(at, cut.at)
    let end = cut.at
    if (cut.isOpening) {
      const large = await readLarge(reading, cut.at, depth + 1)
      // What its name may be is up to what it may hold: no constructor with a prototype.
      const [name = ''] = Object.keys(parseMembers(`${members}{"prototype":0}`))
      add(value, isList ? [large.value] : { [name]: large.value })
      end = afterBlanks(text, large.end)
    } else {
      const mayBeEmpty = at === start + 1 && text[end] !== ','
      if (members.trim() === '' && !mayBeEmpty) parse(NO_JSON)
      add(value, parseMembers(members))
    }
    if (text[end] === (isList ? ']' : '}')) return { value, end: end + 1 }
    if (text[end] !== ',') parse(NO_JSON)
    at = end + 1
  }
}

function add(to: Members, more: Members): void {
  if (!Array.isArray(to)) Object.assign(to, more)
  else if (Array.isArray(more)) for (const each of more) to.push(each)
}

interface Cut {
  at: number
  /** There a member's list or object begins that is too large for a piece; otherwise there is a comma or the end. */
  isOpening: boolean
}

/** How far the members from here on fit into a piece: at least one, and its text or number whole. */
function cutFrom(text: string, from: number): Cut {
  let depth = 0
  let opening = -1
  let comma = -1
  for (let at = from; at < text.length; at++) {
    if (at - from > PIECE && (comma !== -1 || opening !== -1)) break
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at)
        break
      case COMMA:
        if (depth > 0) break
        comma = at
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (depth === 0 && comma === -1 && opening === -1) opening = at
        depth++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return { at, isOpening: false }
        depth--
        break
    }
  }
  return comma === -1 && opening !== -1
    ? { at: opening, isOpening: true }
    : { at: comma === -1 ? text.length : comma, isOpening: false }
}

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 92, 91, 93, 123, 125]

/** The place of the quote that ends a text; past the end if none does. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  return at
}

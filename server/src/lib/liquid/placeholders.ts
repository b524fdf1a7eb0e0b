/**
 * Placeholder text that an author forgot to replace: sample words, example.com, a field of another product. It is valid, so it is only a
 * warning.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { STARTER_TEXTS } from '../email-html/starter-texts.ts'
import { type Construct, maskConstructs, readConstructs } from './constructs.ts'
import { readHtmlLayout } from './html-layout.ts'
import type { TemplateKind } from './places.ts'
import { positionAt, type Problem } from './problem.ts'

const PATTERNS = [
  /\blorem ipsum\b/gi,
  // Domains that RFC 2606 reserves for examples, and those that stand for the reader's own.
  /(?<![\w-])(?:https?:\/\/)?(?:www\.)?(?:example\.(?:com|net|org)|your-?(?:domain|website|company|site|shop|store)\.(?:com|net|org))(?![\w-]|\.\w)/gi,
  // [First name], [Your company], [INSERT LINK]
  /\[(?:your|my|first|last|full|company|customer|recipient|insert|add|enter|link|url|name|date|time|city|product|brand|button)\b[\w ,.'’/-]{0,40}\]/gi,
  // Merge fields of other products: *|FNAME|*, %%first_name%%
  /\*\|[\w: ]{1,40}\|\*/g,
  /%%[a-z_]{1,40}%%/gi,
] as const

const MOST = 20

interface Found {
  begin: number
  text: string
}

/** Returns one warning per text, at its first place; the source must be valid Liquid. */
export function placeholderProblems(source: string, kind: TemplateKind): Problem[] {
  const constructs = readConstructs(source)
  const visible = kind === 'html' ? withoutUnseen(source, constructs) : maskConstructs(source, constructs)
  const matched = PATTERNS.flatMap(pattern =>
    [...visible.matchAll(pattern)].map(({ index, 0: text }) => ({ begin: index, text })),
  )
  const first = new Map<string, Found>()
  for (const each of [...matched, ...starterTexts(visible)].sort((a, b) => a.begin - b.begin)) {
    if (!first.has(each.text.toLowerCase())) first.set(each.text.toLowerCase(), each)
  }
  return [...first.values()].slice(0, MOST).map(({ begin, text }) => ({
    severity: 'warning',
    code: 'placeholder',
    ...sentence('templates.placeholder', { text: shortened(text) }),
    ...positionAt(source, begin),
  }))
}

/** Of the same length, without Liquid and without what readers never see: comments, styles, scripts. */
function withoutUnseen(html: string, constructs: readonly Construct[]): string {
  const masked = maskConstructs(html, constructs)
  let seen = ''
  let at = 0
  for (const { begin, end } of readHtmlLayout(masked).spans.sort((a, b) => a.begin - b.begin)) {
    if (begin < at) continue
    seen += masked.slice(at, begin) + ' '.repeat(end - begin)
    at = end
  }
  return seen + masked.slice(at)
}

/** Some of the spaces break no line, such as those before French punctuation. */
const STARTERS = STARTER_TEXTS.map(
  text => new RegExp(text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '(?: |\u00a0|&nbsp;)'), 'g'),
)

/** Only if an element contains nothing else: "Your company" within a sentence is a sentence. */
function starterTexts(html: string): Found[] {
  return STARTERS.flatMap(starter => {
    for (const { index: begin, 0: text } of html.matchAll(starter)) {
      if (/>\s{0,200}$/.test(html.slice(Math.max(0, begin - 201), begin)) && isEnd(html, begin + text.length)) {
        return [{ begin, text }]
      }
    }
    return []
  })
}

function isEnd(html: string, at: number): boolean {
  return /^\s{0,200}</.test(html.slice(at, at + 201))
}

const SHOWN = 60

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

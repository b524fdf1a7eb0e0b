/** Work on templates in a thread of the pool: everything that parses or fills in sources of tenants. */
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { drawnLinkAddress } from '@notifly/contracts/runs/panels'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { ClientLimit, EmailContent } from '@notifly/contracts/templates/templates'
import type { Source } from '../../channels/channel.ts'
import { writeAddresses } from '../../channels/email/email.ts'
import { sizesOf, textsOf } from '../../channels/sms/sizes.ts'
import type { SmsContent } from '../../channels/sms/sms.ts'
import { clientLimits } from '../../lib/email-html/client-limits.ts'
import { readLiveImages } from '../../lib/email-html/empty-images.ts'
import { LINK_FIELD_PREFIX, linkNumbers, trackLinks } from '../../lib/email-html/links.ts'
import { tagLinkSource, trackTextLinks } from '../../lib/links/text-links.ts'
import { withinBudget } from '../../lib/liquid/budget.ts'
import { compileTemplate, isReadable, render, TemplateInvalid } from '../../lib/liquid/compile.ts'
import { positionAt } from '../../lib/liquid/problem.ts'
import type { Fields } from '../../lib/liquid/slots.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import {
  checkParts,
  isBroken,
  checkSources as problemsOfSources,
  type SourceProblem,
  type PartProblem,
} from './check-parts.ts'
import { type RenderedContent, renderContent } from './render-content.ts'

export interface Checked<What> {
  content: What
  /** Names of the fields that contacts have. */
  fields: readonly string[]
}

export function checkEmail({ content, fields }: Checked<EmailContent>): PartProblem[] {
  return checkParts(content, fields)
}

export function checkSources({ sources, fields }: { sources: readonly Source[]; fields: readonly string[] }) {
  return problemsOfSources(sources, fields)
}

/** The address of the first link, with the link tags; null if there is none, or the source cannot be parsed. */
export function firstLink({ source, kind, tags }: LinkIn): string | null {
  if (!isReadable(source, kind)) return kind === 'url' ? source : null
  const link = kind === 'url' ? source : firstIn(source, kind)
  return link === undefined ? null : tags === null ? link : tagLinkSource(link, tags)
}

interface LinkIn extends Pick<Source, 'source' | 'kind'> {
  tags: LinkTags | null
}

/** The addresses of links that are the same for every recipient, each once. */
export function literalLinks({ html }: { html: string }): string[] {
  if (!isReadable(html, 'html')) return []
  const urls = trackLinks(html).links.map(({ url }) => url)
  return [...new Set(urls)].filter(url => /^https?:\/\//i.test(url) && !/\{[{%]/.test(url))
}

function firstIn(source: string, kind: Source['kind']): string | undefined {
  const { links } = kind === 'html' ? trackLinks(source) : trackTextLinks(source)
  // In a text, any field may hold an address, but most hold a name.
  return links.find(({ isField }) => !isField)?.url
}

interface FilledEmail {
  content: EmailContent
  values: Fields
  /** Parameters for its links. */
  tags?: LinkTags | null
}

export function fillEmail({ content, values, tags }: FilledEmail): RenderedContent {
  return withinBudget(() => renderContent(content, values, tags))
}

export interface PreviewedContent extends RenderedContent {
  client_limits?: ClientLimit[]
}

export interface PreviewedEmail extends Checked<EmailContent> {
  values: Fields
  tags: LinkTags | null
}

/** The parts of the mail that can be rendered, filled in, and all problems. */
export function previewEmail({ content, fields, values, tags }: PreviewedEmail): PreviewedContent {
  const problems = checkParts(content, fields)
  const empty = isBroken(problems, 'html') ? [] : emptyImages(content.html ?? '', 'html', values)
  return fillReadable(content, [...problems, ...empty], { values, tags })
}

/** Images without an address once these values are filled in. The source must parse. */
export function emptyImages(source: string, part: 'html' | 'mjml', values: Fields): PartProblem[] {
  const live = readLiveImages(source)
  return (live?.emptyFor(values) ?? []).flatMap(index => {
    const image = live?.images[index]
    if (image === undefined) return []
    const { at, field } = image
    const words = sentence('templates.html.imageWithoutValue', { field })
    return [
      { severity: 'warning', code: 'image_without_value', ...words, part, field, ...positionAt(source, at) } as const,
    ]
  })
}

export interface EmptyImage {
  /** The line of the image in the HTML. */
  line: number
  column: number
  field: string
  /** How many people see nothing in its place. */
  people: number
}

/** Images that have no address for some of these people. */
export function countEmptyImages({ html, people }: { html: string; people: readonly Fields[] }): EmptyImage[] {
  const live = isReadable(html, 'html') ? readLiveImages(html) : null
  if (live === null) return []
  const counts = live.images.map(() => 0)
  for (const values of people) for (const index of live.emptyFor(values)) counts[index] = (counts[index] ?? 0) + 1
  return live.images.flatMap(({ at, field }, index) => {
    const count = counts[index] ?? 0
    return count === 0 ? [] : [{ ...positionAt(html, at), field, people: count }]
  })
}

/** The parts of a mail that these problems leave renderable. */
export function fillReadable(
  content: EmailContent,
  problems: readonly PartProblem[],
  { values, tags }: Pick<PreviewedEmail, 'values' | 'tags'>,
): PreviewedContent {
  const readable = (part: 'subject' | 'preheader' | 'html' | 'text'): string =>
    isBroken(problems, part) ? '' : (content[part] ?? '')
  const limits = clientLimits(readable('html'))
  const parts: EmailContent = {
    subject: readable('subject'),
    preheader: readable('preheader'),
    html: readable('html'),
    ...(content.text !== undefined && { text: readable('text') }),
  }
  const rendered = fillEmail({ content: parts, values, tags })
  const isTextMissing = content.text === undefined && isBroken(problems, 'html')
  return {
    ...rendered,
    ...(isTextMissing && { text: '', text_source: '' }),
    ...(limits.length > 0 && { client_limits: limits }),
    problems: [...problems, ...rendered.problems],
  }
}

/** A mail as a run has frozen it, with its links by number; empty if these values do not fit. */
export function drawEmail({ html, values }: { html: string; values: Fields }): string {
  const links = linkNumbers(html).map(no => [`${LINK_FIELD_PREFIX}${no}`, drawnLinkAddress(no)] as const)
  return filledHtml(html, { ...values, ...Object.fromEntries(links) })
}

/** The same with the addresses that it was sent with. `values` has the delivery's token; empty if they do not fit. */
export function writeOutEmail({
  html,
  values,
  publicUrl,
}: {
  html: string
  values: Fields
  publicUrl: string
}): string {
  const frozen = { subject: '', html, text: '', messageIdDomain: '' }
  return filledHtml(writeAddresses(frozen, publicUrl).html, values)
}

function filledHtml(html: string, values: Fields): string {
  try {
    return withinBudget(() => render(compileTemplate(html, 'html'), values))
  } catch (error) {
    if (error instanceof TemplateInvalid || error instanceof RenderError) return ''
    throw error
  }
}

interface FilledSources {
  /** By the field of the source; sources that do not parse are left out. */
  texts: Record<string, string>
  problems: SourceProblem[]
  /** Problems that occurred while values were filled in. */
  faults: { source: string; field: string; sentence: Sentence }[]
}

/** The same for the sources of another channel. */
export function previewSources(input: { sources: readonly Source[]; fields: readonly string[]; values: Fields }) {
  const { sources, fields, values } = input
  const filled: FilledSources = { texts: {}, problems: problemsOfSources(sources, fields), faults: [] }
  withinBudget(() => {
    for (const { field: source, source: liquid, kind } of sources) {
      try {
        filled.texts[source] = render(compileTemplate(liquid, kind), values).trim()
      } catch (error) {
        // Sources that do not parse are among the problems already.
        if (error instanceof TemplateInvalid) continue
        if (!(error instanceof RenderError)) throw error
        filled.faults.push({ source, field: error.field, sentence: error.sentence })
      }
    }
  })
  return filled
}

/** Whether a text is the same for all people. A text that does not parse is. */
export function isSameForAll({ content, publicUrl }: { content: SmsContent; publicUrl: string }): boolean {
  return readableTexts(content, publicUrl).isSame
}

interface MeasuredText {
  content: SmsContent
  publicUrl: string
  charactersMax: number
  people: readonly Fields[]
  /** The person whose text is returned. */
  reader?: Fields
}

/** The sizes of a text for several people, and the text that one of them gets. */
export function measureText({ content, publicUrl, charactersMax, people, reader }: MeasuredText) {
  const { write } = readableTexts(content, publicUrl)
  const sizes = sizesOf(write, people, charactersMax)
  const links = new Set<number>()
  const own = reader === undefined ? { text: '' } : attempt(fields => write(fields, links), reader)
  return { sizes, ...own, links: links.size }
}

/** A source that does not parse has no text. */
function readableTexts(content: SmsContent, publicUrl: string): ReturnType<typeof textsOf> {
  try {
    return textsOf(content, publicUrl)
  } catch (error) {
    if (error instanceof TemplateInvalid) return textsOf({ ...content, smsBody: '' }, publicUrl)
    throw error
  }
}

/** As the channel writes it. A text that is too long is returned as well, so that its author sees how long it is. */
function attempt(write: (fields: Fields) => string, fields: Fields): { text: string; problem?: PartProblem } {
  try {
    return { text: write(fields) }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { field, sentence: words } = error
    const place = { part: 'text', line: 1, column: 1, field } as const
    return { text: '', problem: { severity: 'error', code: 'render_error', ...words, ...place } }
  }
}

/** Designs to start from: hand-written HTML that mail programs show alike, with words in the page's language. */
import type { TFunction } from 'i18next'
import type { EditorContent } from '../../components/email/content.ts'
import announcement from './starters/announcement.html?raw'
import letter from './starters/letter.html?raw'
import newsletter from './starters/newsletter.html?raw'

export const STARTERS = ['letter', 'announcement', 'newsletter', 'blank'] as const
export type Starter = (typeof STARTERS)[number]

const sources: Record<Exclude<Starter, 'blank'>, string> = { letter, announcement, newsletter }

/** The content of a new template. `[[key]]` in a design is a word of the catalogue, `starters.words.key`. */
export function starterContent(starter: Starter, t: TFunction<'templates'>): EditorContent {
  if (starter === 'blank') return { name: '', subject: '', preheader: '', html: '' }
  const html = sources[starter].replace(/\[\[(\w+)\]\]/g, (_, key: string) => t(`starters.words.${key}`, RAW))
  return {
    name: '',
    subject: t(`starters.subjects.${starter}`, RAW),
    preheader: t(`starters.preheaders.${starter}`, RAW),
    html,
  }
}

// Merge fields of the mails have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const

/** How a design looks to somebody without fields: each merge field by its default. */
export function withDefaults(html: string): string {
  return html.replace(/\{\{[^{}]*\}\}/g, field => /\|\s*default:\s*"([^"]*)"/.exec(field)?.[1] ?? '')
}

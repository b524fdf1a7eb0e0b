import type { Brand } from '@notifly/contracts/brand/brand'
import type { TFunction } from 'i18next'
import type { EditorContent } from '../content.ts'
import { lookOf, type Word } from './starter-look.ts'
import announcement from './announcement.html?raw'
import letter from './letter.html?raw'
import newsletter from './newsletter.html?raw'

/**
 * Designs for new templates: hand-written HTML that looks the same in all mail programs, with texts in the page's
 * language.
 */

export const STARTERS = ['letter', 'announcement', 'newsletter', 'blank'] as const
export type Starter = (typeof STARTERS)[number]

const sources: Record<Exclude<Starter, 'blank'>, string> = { letter, announcement, newsletter }

/** The content of a new template. `[[key]]` in a design is a value of its style, or a text of the catalogue, `starters.words.key`. */
export function starterContent(starter: Starter, t: TFunction<'templates'>, brand: Brand | undefined): EditorContent {
  if (starter === 'blank') return { name: '', subject: '', preheader: '', html: '' }
  const word: Word = key => t(`starters.words.${key}`, RAW)
  const look = lookOf(starter, brand, word)
  const html = sources[starter].replace(/\[\[(\w+)\]\]/g, (_, key: string) => look[key] ?? word(key))
  return {
    name: '',
    subject: t(`starters.subjects.${starter}`, RAW),
    preheader: t(`starters.preheaders.${starter}`, RAW),
    html,
  }
}

// Catalogue texts contain merge fields in double braces, which must not be interpolated here.
const RAW = { skipInterpolation: true } as const

/** A design for a contact without fields: each merge field is replaced by its default. */
export function withDefaults(html: string): string {
  return html.replace(/\{\{[^{}]*\}\}/g, field => /\|\s*default:\s*"([^"]*)"/.exec(field)?.[1] ?? '')
}

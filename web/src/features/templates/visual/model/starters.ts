/** Designs to start from, as MJML in the brand, with words in the language of the page. */
import type { TFunction } from 'i18next'
import { inHtml } from '../../../../components/email/image-tag.ts'
import type { EditorContent } from '../../../../components/email/content.ts'
import { EMPTY_IMAGE } from './image.ts'
import {
  type BlockLook,
  brandColors,
  buttonBlock,
  columnOf,
  headingBlock,
  newBlock,
  newDocument,
  PAGE_LINK,
  sectionOf,
} from './new-blocks.ts'

// Merge fields of the mails have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const

/** What a mail of blocks may begin with, beside the designs of the gallery. */
export const VISUAL_STARTERS = ['letter', 'announcement', 'blank'] as const
type VisualStarter = (typeof VISUAL_STARTERS)[number]

type StarterWord = (key: string) => string

/** The content of a new mail of blocks. */
export function visualStarter(starter: VisualStarter, t: TFunction<'templates'>, look: BlockLook): EditorContent {
  const word: StarterWord = key => t(`starters.words.${key}`, RAW)
  const mjml = newDocument(look, rowsOf(starter, word, look))
  const subject = starter === 'blank' ? '' : t(`starters.subjects.${starter}`, RAW)
  const preheader = starter === 'blank' ? '' : t(`starters.preheaders.${starter}`, RAW)
  return { name: '', subject, preheader, html: '', mode: 'visual', mjml }
}

function rowsOf(starter: VisualStarter, word: StarterWord, look: BlockLook): readonly string[] {
  switch (starter) {
    case 'blank':
      return []
    case 'letter':
      return [markRow(word, look), letterRow(word, look), newBlock('footer', look)]
    case 'announcement':
      return [markRow(word, look), announcementRow(word), newBlock('footer', look)]
  }
}

/** The logo, or the name where there is none. */
function markRow(word: StarterWord, { brand }: BlockLook): string {
  const logo = brand?.logo
  const name = brand ? brand.company || brand.name : word('brand')
  const mark = logo
    ? `<mj-image src="${inHtml(logo.address)}" alt="${inHtml(logo.alt || name)}" width="${Math.min(160, logo.width)}px" />`
    : `<mj-text align="center" font-size="18px"><p style="margin: 0"><strong>${inHtml(name)}</strong></p></mj-text>`
  return sectionOf([columnOf([mark])])
}

function textBlock(...paragraphs: readonly string[]): string {
  const last = paragraphs.length - 1
  const html = paragraphs.map((text, at) => `<p style="margin: 0${at < last ? ' 0 16px' : ''}">${text}</p>`)
  return `<mj-text>${html.join('')}</mj-text>`
}

/** As the catalogue has it: its text is of this product. */
function greeting(word: StarterWord): string {
  return `${word('hello')} {{ first_name | default: "${word('friend')}" }},`
}

function letterRow(word: StarterWord, { brand }: BlockLook): string {
  const link = `<a href="${PAGE_LINK}" style="color: ${brandColors(brand).link}">${word('letterLink')}</a>`
  const signed = brand ? inHtml(brand.company || brand.name) : word('signature')
  const text = textBlock(
    greeting(word),
    word('letterOne'),
    `${word('letterTwo')} ${link}.`,
    `${word('regards')}<br /><strong>${signed}</strong>`,
  )
  return sectionOf([columnOf([text])])
}

function announcementRow(word: StarterWord): string {
  const blocks = [
    EMPTY_IMAGE,
    headingBlock(word('announcementTitle'), 1),
    textBlock(word('announcementText')),
    buttonBlock(word('announcementButton'), PAGE_LINK),
  ]
  return sectionOf([columnOf(blocks)])
}

/** MJML of new blocks, in the colours and shapes of the brand. */
import { type Brand, BRAND_FONTS, DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import { inHtml } from '../../../../components/email/image-tag.ts'
import { contrast, inkOn, READABLE } from '../../../../components/brand/contrast.ts'
import { EMPTY_IMAGE } from './image.ts'
import { HTML_CLASS, type Level } from './levels.ts'

/** What the palette offers, in its order. */
export const NEW_BLOCKS = [
  'text',
  'heading',
  'image',
  'button',
  'columns',
  'product',
  'divider',
  'spacer',
  'social',
  'repeat',
  'condition',
  'html',
  'footer',
] as const
export type NewBlock = (typeof NEW_BLOCKS)[number]

/** Words of new blocks in the language of the page. */
export type BlockWord = (key: BlockWords) => string
export type BlockWords =
  | 'text'
  | 'heading'
  | 'button'
  | 'product'
  | 'price'
  | 'productText'
  | 'buy'
  | 'unsubscribe'
  | 'preferences'
  | 'inBrowser'
  | 'why'
  | 'website'

export interface BlockLook {
  brand: Brand | undefined
  word: BlockWord
  /** Of the words: what a new mail says that it is in. */
  language?: string
}

const LEVELS: Partial<Record<NewBlock, Level>> = {
  columns: 'row',
  product: 'row',
  footer: 'row',
  repeat: 'row',
  condition: 'row',
}

export function newBlockLevel(block: NewBlock): Level {
  return LEVELS[block] ?? 'content'
}

/** Where links lead until somebody says where. */
export const PAGE_LINK = 'https://example.com'
const PARAGRAPH = 'margin: 0'
const RADII = { square: '0px', rounded: '8px', pill: '999px' } as const

export function brandColors(brand: Brand | undefined) {
  return brand?.colors ?? DEFAULT_BRAND.colors
}

/** The source of a new block. */
export function newBlock(block: NewBlock, look: BlockLook): string {
  const { word } = look
  switch (block) {
    case 'text':
      return `<mj-text><p style="${PARAGRAPH}">${inHtml(word('text'))}</p></mj-text>`
    case 'heading':
      return headingBlock(word('heading'))
    case 'image':
      return EMPTY_IMAGE
    case 'button':
      return buttonBlock(word('button'), PAGE_LINK)
    case 'columns':
      return sectionOf([columnOf([newBlock('text', look)]), columnOf([newBlock('text', look)])])
    case 'product':
      return productBlock(look)
    case 'divider':
      return '<mj-divider border-width="1px" border-color="#d9dde3" />'
    case 'spacer':
      return '<mj-spacer height="24px" />'
    case 'social':
      return socialBlock(look)
    case 'repeat':
      return groupOf(
        'for item in items',
        'endfor',
        rowOf([`<mj-text><p style="${PARAGRAPH}">{{ item.name }}</p></mj-text>`]),
      )
    case 'condition':
      return groupOf('if first_name', 'endif', rowOf([newBlock('text', look)]))
    case 'html':
      return `<mj-text css-class="${HTML_CLASS}">\n  <p>HTML</p>\n</mj-text>`
    case 'footer':
      return footerBlock(look)
  }
}

export function headingBlock(text: string, level: 1 | 2 = 2): string {
  const size = level === 1 ? 28 : 22
  return `<mj-text font-size="${size}px" line-height="1.25"><h${level} style="margin: 0; font-size: inherit; font-weight: 700">${inHtml(text)}</h${level}></mj-text>`
}

export function buttonBlock(text: string, href: string): string {
  return `<mj-button href="${href}">${inHtml(text)}</mj-button>`
}

export function sectionOf(columns: readonly string[], attributes = ''): string {
  return `<mj-section${attributes}>\n${inside(columns)}\n</mj-section>`
}

export function columnOf(blocks: readonly string[], attributes = ''): string {
  return `<mj-column${attributes}>\n${inside(blocks)}\n</mj-column>`
}

function rowOf(blocks: readonly string[]): string {
  return sectionOf([columnOf(blocks)])
}

/** Each on lines of its own, one step deeper. */
export function inside(blocks: readonly string[]): string {
  return blocks.map(block => `  ${block.replaceAll('\n', '\n  ')}`).join('\n')
}

export function groupOf(opening: string, closing: string, content: string): string {
  return `<mj-raw>{% ${opening} %}</mj-raw>\n${content}\n<mj-raw>{% ${closing} %}</mj-raw>`
}

function productBlock({ word }: BlockLook): string {
  const picture = columnOf([EMPTY_IMAGE], ' width="40%"')
  const words = columnOf(
    [
      headingBlock(word('product')),
      `<mj-text><p style="${PARAGRAPH}">${inHtml(word('productText'))}</p></mj-text>`,
      `<mj-text><p style="${PARAGRAPH}"><strong>${inHtml(word('price'))}</strong></p></mj-text>`,
      `<mj-button href="${PAGE_LINK}" align="left">${inHtml(word('buy'))}</mj-button>`,
    ],
    ' width="60%"',
  )
  return sectionOf([picture, words])
}

type Network = Brand['social'][number]['network']

const EXAMPLES: Brand['social'] = [
  { network: 'facebook', url: 'https://facebook.com/' },
  { network: 'instagram', url: 'https://instagram.com/' },
]

/** What networks are called in MJML. */
export const ICONS: Readonly<Record<Network, string>> = {
  facebook: 'facebook',
  instagram: 'instagram',
  linkedin: 'linkedin',
  x: 'x',
  youtube: 'youtube',
  tiktok: 'tiktok',
  whatsapp: 'whatsapp',
  website: 'web',
}
const NAMES = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
} as const

function networkName(network: Network, word: BlockWord): string {
  return network === 'website' ? word('website') : NAMES[network]
}

function socialBlock({ brand, word }: BlockLook): string {
  const own = brand?.social ?? []
  const links = own.length > 0 ? own : EXAMPLES
  const elements = links.map(({ network, url }) => {
    const name = networkName(network, word)
    return `<mj-social-element name="${ICONS[network]}-noshare" href="${inHtml(url)}" alt="${name}"></mj-social-element>`
  })
  return `<mj-social icon-size="24px" mode="horizontal">\n${inside(elements)}\n</mj-social>`
}

const QUIET = ['#5f6670', '#ffffff', '#12151b'] as const

function footerBlock({ brand, word }: BlockLook): string {
  const { background } = brandColors(brand)
  const [gentle, ...strong] = QUIET
  const color = contrast(gentle, background) >= READABLE ? gentle : inkOn(background, strong)
  const link = (href: string, text: string) => `<a href="{{ ${href} }}" style="color: ${color}">${inHtml(text)}</a>`
  const sender = brand ? [brand.company || brand.name, ...(brand.address ? brand.address.split('\n') : [])] : []
  // An address may begin with the name.
  const lines = [word('why'), ...new Set(sender)].map(line => `<div>${inHtml(line)}</div>`)
  const ways = [
    link('view_in_browser_url', word('inBrowser')),
    link('preferences_url', word('preferences')),
    link('unsubscribe_url', word('unsubscribe')),
  ]
  const links = `<div>${ways.join(' · ')}</div>`
  const profiles = (brand?.social ?? []).map(
    ({ network, url }) => `<a href="${inHtml(url)}" style="color: ${color}">${networkName(network, word)}</a>`,
  )
  const html = [...lines, links, ...(profiles.length > 0 ? [`<div>${profiles.join(' · ')}</div>`] : [])].join('')
  const text = `<mj-text align="center" color="${color}" font-size="13px" line-height="1.6">${html}</mj-text>`
  return sectionOf([columnOf([text])], ` background-color="${background}"`)
}

/** A mail with these rows, in the brand. */
export function newDocument({ brand, language }: Omit<BlockLook, 'word'>, rows: readonly string[]): string {
  const colors = brandColors(brand)
  const { font, button } = brand ?? DEFAULT_BRAND
  const family = BRAND_FONTS[font].replaceAll('"', "'")
  const ink = inkOn(colors.primary, ['#ffffff', '#12151b'])
  const attributes = [
    `<mj-all font-family="${family}" />`,
    '<mj-section background-color="#ffffff" padding="8px 0" />',
    `<mj-text color="${colors.text}" font-size="16px" line-height="1.5" />`,
    `<mj-button background-color="${colors.primary}" color="${ink}" border-radius="${RADII[button]}" font-size="16px" font-weight="600" inner-padding="12px 24px" />`,
  ]
  const head = `<mj-head>\n  <mj-attributes>\n${inside([inside(attributes)])}\n  </mj-attributes>\n</mj-head>`
  const body = `<mj-body width="600px" background-color="${colors.background}">\n${rows.length > 0 ? `${inside(rows)}\n` : ''}</mj-body>`
  const lang = language === undefined ? '' : ` lang="${language}"`
  return `<mjml${lang}>\n${inside([head, body])}\n</mjml>\n`
}

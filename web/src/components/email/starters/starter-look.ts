import { type Brand, BRAND_FONTS } from '@notifly/contracts/brand/brand'
import { contrast, inkOn, READABLE } from '../../brand/contrast.ts'
import { imageTag, inHtml } from '../image-tag.ts'

/** The styles that new designs take from the brand; without a brand, each design has its own. */

export type Word = (key: string) => string
export type Look = Readonly<Record<string, string>>

const SYSTEM = BRAND_FONTS.system
const GEORGIA = BRAND_FONTS.georgia

const plain = {
  primary: '#443df6',
  onPrimary: '#ffffff',
  link: '#443df6',
  ink: '#333a45',
  titleInk: '#12151b',
  canvas: '#eef0f4',
  quiet: '#5f6670',
  radius: '8px',
  font: SYSTEM,
  titleFont: SYSTEM,
  footer: '',
}

const LOOKS: Readonly<Record<string, Look>> = {
  letter: { ...plain, ink: '#1f2328' },
  announcement: plain,
  newsletter: {
    ...plain,
    primary: '#2b6650',
    link: '#2b6650',
    ink: '#3d3a34',
    titleInk: '#1f2d27',
    canvas: '#f4f1ea',
    titleFont: GEORGIA,
  },
}

const RADII = { square: '0', rounded: '8px', pill: '999px' } as const
const LOGO_WIDTH = 160
const QUIET = ['#5f6670', '#ffffff', '#12151b'] as const
const NETWORKS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
} as const

/** The style values, by their names in the designs. Without a brand the design's own. */
export function lookOf(starter: string, brand: Brand | undefined, word: Word): Look {
  const own = LOOKS[starter] ?? plain
  const quoted = (font = '') => font.replaceAll('"', "'")
  if (brand === undefined || brand.updated_on === null) {
    const signed = word('signature')
    return { ...own, mark: word('brand'), signed, titleFontQuoted: quoted(own['titleFont']) }
  }
  const { colors, font, button } = brand
  const family = BRAND_FONTS[font]
  const name = brand.company || brand.name
  const [gentle, ...strong] = QUIET
  return {
    primary: colors.primary,
    onPrimary: inkOn(colors.primary, ['#ffffff', '#12151b']),
    link: colors.link,
    ink: colors.text,
    titleInk: colors.text,
    canvas: colors.background,
    quiet: contrast(gentle, colors.background) >= READABLE ? gentle : inkOn(colors.background, strong),
    radius: RADII[button],
    font: family,
    titleFont: family,
    titleFontQuoted: quoted(family),
    mark: markOf(brand.logo, name),
    signed: inHtml(name),
    footer: footerOf(brand, word),
  }
}

function markOf(logo: Brand['logo'], name: string): string {
  return logo === null ? inHtml(name) : imageTag({ ...logo, alt: logo.alt || name }, LOGO_WIDTH)
}

/** Below the links of the footer: the company's address and its social networks. */
function footerOf({ address, social }: Brand, word: Word): string {
  const lines = address === '' ? [] : address.split('\n').map(inHtml)
  const links = social.map(({ network, url }) => {
    const label = network === 'website' ? word('website') : NETWORKS[network]
    return `<a href="${inHtml(url)}">${label}</a>`
  })
  return [...lines, ...(links.length > 0 ? [links.join(' · ')] : [])]
    .map(line => `<br>\n                ${line}`)
    .join('')
}

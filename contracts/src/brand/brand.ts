/** How an application's emails look. New templates start with it. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, oneLine, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Fonts that every email client has; each list ends with a generic family. */
export const BRAND_FONTS = {
  system: '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: '"Trebuchet MS", Helvetica, sans-serif',
  georgia: 'Georgia, "Times New Roman", serif',
  times: '"Times New Roman", Times, serif',
  courier: '"Courier New", Courier, monospace',
} as const
export type BrandFont = keyof typeof BRAND_FONTS

export const BUTTON_SHAPES = ['square', 'rounded', 'pill'] as const
export const SOCIAL_NETWORKS = [
  'facebook',
  'instagram',
  'linkedin',
  'x',
  'youtube',
  'tiktok',
  'whatsapp',
  'website',
] as const
export const BRAND_COLORS = ['primary', 'text', 'background', 'link'] as const
export type BrandColor = (typeof BRAND_COLORS)[number]

const LINK_MAX = 500

/** `#443df6`. Some email clients do not know the short form. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/i

const color = z
  .string(sentenceKey('brand.color'))
  .check(z.trim(), z.regex(HEX_COLOR, sentenceKey('brand.color')), z.toLowerCase())

function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && !/[\p{Cc}\s"<>]/u.test(value)
}

const parts = {
  /** The name that readers know; empty: the application's own name. */
  company: oneLine(100),
  colors: z.object({ primary: color, text: color, background: color, link: color }),
  font: z.enum(Object.keys(BRAND_FONTS) as BrandFont[]),
  button: z.enum(BUTTON_SHAPES),
  /** Postal address in lines, which anti-spam laws require. May be empty. */
  address: z
    .string()
    .check(z.trim(), maxCharacters(300), z.regex(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u, sentenceKey('fields.format'))),
  social: z
    .array(
      z.object({
        network: z.enum(SOCIAL_NETWORKS),
        url: z.string().check(z.trim(), maxCharacters(LINK_MAX), z.refine(isWebAddress, sentenceKey('brand.link'))),
      }),
    )
    .check(z.maxLength(SOCIAL_NETWORKS.length)),
}

export const BrandContent = z.object(parts)
export type BrandContent = z.infer<typeof BrandContent>

export const Brand = z.object({
  ...parts,
  /** The application's name, used if the brand has none. */
  name: z.string(),
  logo: z.nullable(z.object({ uuid, address: z.string(), alt: z.string(), width: z.int(), height: z.int() })),
  /** Null until a member saves a brand: the values are then our defaults. */
  updated_on: z.nullable(epochSeconds),
})
export type Brand = z.infer<typeof Brand>

export const DEFAULT_BRAND: BrandContent = {
  company: '',
  colors: { primary: '#443df6', text: '#333a45', background: '#eef0f4', link: '#443df6' },
  font: 'system',
  button: 'rounded',
  address: '',
  social: [],
}

export const readBrand = endpoint({
  call: 'GET /api/brand',
  summary: 'How the emails of the application look; everybody who writes them may read it',
  access: 'application',
  data: Brand,
})

export const saveBrand = endpoint({
  call: 'PUT /api/brand',
  summary: 'Change how the emails of the application look; templates that exist stay as they are',
  access: { activity: ACTIVITY.applications, level: 'update', scope: 'application' },
  body: z.object({ ...parts, logo_uuid: z.nullable(uuid) }),
  data: Brand,
})

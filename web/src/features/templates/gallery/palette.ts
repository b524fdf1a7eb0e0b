/** Colours of a design: those of the brand, what follows from them, and what replaces them in dark mode. */
import type { Brand } from '@notifly/contracts/brand/brand'
import { contrast, inkOn, READABLE } from '../../../components/brand/contrast.ts'
import { brandColors } from '../visual/model/new-blocks.ts'

const PAPER = '#ffffff'
const INKS = ['#ffffff', '#12151b'] as const
const QUIET = '#5f6670'
const DARK = { page: '#101216', card: '#1b1e24', text: '#e4e7ec', quiet: '#a6aebb', line: '#3a404b' } as const
/** What two surfaces beside each other need to be told apart. */
const DISTINCT = 1.6

export type Palette = ReturnType<typeof paletteOf>

export function paletteOf(brand: Brand | undefined) {
  const { primary, text, background, link } = brandColors(brand)
  const tint = mix(primary, PAPER, 0.09)
  const accent = readableOn(primary, tint, INKS[1])
  const darkTint = mix(readableOn(primary, DARK.card, PAPER), DARK.card, 0.2)
  const dark = {
    ...DARK,
    tint: darkTint,
    accent: readableOn(primary, darkTint, PAPER),
    link: readableOn(link, DARK.card, PAPER),
    /** A button that the dark page would swallow becomes a light one. */
    button: contrast(primary, DARK.card) < DISTINCT ? { background: '#e9ebef', color: INKS[1] } : undefined,
  }
  const onPrimary = inkOn(primary, INKS)
  /** The name on the page itself, whose colour need not be that of cards. */
  const markInk = contrast(text, background) >= READABLE ? text : inkOn(background, INKS)
  return {
    primary,
    onPrimary,
    text,
    markInk,
    quiet: QUIET,
    background,
    link: readableOn(link, PAPER, INKS[1]),
    tint,
    accent,
    dark,
  }
}

/** So much of one colour in another one. */
function mix(color: string, into: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map(at => Math.round(part(color, at) * share + part(into, at) * (1 - share)))
  return `#${parts.map(each => each.toString(16).padStart(2, '0')).join('')}`
}

/** The colour, moved towards another one until it can be read. */
function readableOn(color: string, ground: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const next = mix(towards, color, share)
    if (contrast(next, ground) >= READABLE) return next
  }
  return towards
}

/** How MJML's attributes look in this page. */
import type { CSSProperties } from 'react'
import { paddingOf, pixelsOf } from '../mjml/look.ts'

export type Look = Readonly<Record<string, string>>

const MAIL_WIDTH = 600

export function mailWidth(look: Look): number {
  return pixelsOf(look['width']) ?? MAIL_WIDTH
}

export function boxStyle(look: Look): CSSProperties {
  return {
    padding: paddingOf(look),
    ...present('backgroundColor', look['background-color']),
    ...present('border', look['border']),
    ...present('borderTop', look['border-top']),
    ...present('borderBottom', look['border-bottom']),
    ...present('borderLeft', look['border-left']),
    ...present('borderRight', look['border-right']),
    ...present('borderRadius', look['border-radius']),
    ...background(look),
  }
}

function present<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return value === undefined || value === '' ? {} : ({ [key]: value } as Partial<Record<Key, string>>)
}

function background(look: Look): CSSProperties {
  const address = look['background-url']
  if (address === undefined || !isShown(address)) return {}
  return {
    backgroundImage: `url(${JSON.stringify(address)})`,
    backgroundSize: look['background-size'] ?? 'auto',
    backgroundRepeat: look['background-repeat'] ?? 'repeat',
    backgroundPosition: look['background-position'] ?? 'top center',
  }
}

/** An address that a browser can show as it is: without merge fields. */
export function isShown(address: string): boolean {
  return /^(?:https?:\/\/|\/)/.test(address) && !/\{[{%]/.test(address)
}

/** Content of a column: its own room, and what is behind it. */
export function contentStyle(look: Look): CSSProperties {
  return { padding: paddingOf(look), ...present('backgroundColor', look['container-background-color']) }
}

export function textStyle(look: Look): CSSProperties {
  return {
    ...present('color', look['color']),
    ...fontFamily(look),
    ...present('fontSize', look['font-size']),
    ...present('fontWeight', look['font-weight']),
    ...present('fontStyle', look['font-style']),
    ...present('lineHeight', look['line-height']),
    ...present('letterSpacing', look['letter-spacing']),
    ...present('textDecoration', look['text-decoration']),
    ...present('textTransform', look['text-transform']),
    ...present('textAlign', look['align']),
  } as CSSProperties
}

/** Letters that the mail's fonts do not have here are those of this page. */
function fontFamily(look: Look): CSSProperties {
  const family = look['font-family']
  return family === undefined || family === '' ? {} : { fontFamily: `${family}, var(--f-sans)` }
}

export function buttonStyle(look: Look): CSSProperties {
  return {
    ...textStyle({ ...look, align: look['text-align'] ?? 'center' }),
    padding: paddingOf(look, 'inner-padding'),
    ...present('backgroundColor', look['background-color']),
    ...present('borderRadius', look['border-radius']),
    ...present('border', look['border']),
    ...present('width', look['width']),
    display: 'inline-block',
    maxWidth: '100%',
  }
}

/** `left`, `center` or `right` of what stands in a column. */
export function alignStyle(look: Look): CSSProperties {
  return { textAlign: look['align'] === 'left' || look['align'] === 'right' ? look['align'] : 'center' }
}

/** Shares of a section that its columns take: widths of their own, the rest in equal parts. */
export function columnWidths(widths: readonly (string | undefined)[]): readonly string[] {
  const equal = `${100 / Math.max(1, widths.length)}%`
  return widths.map(width => (width !== undefined && /^\d+(?:\.\d+)?(?:%|px)$/.test(width) ? width : equal))
}

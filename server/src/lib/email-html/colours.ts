/** Colours as emails write them, and the contrast between two of them (WCAG 2.2, 1.4.3). */

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

const NAMED: Readonly<Record<string, string>> = {
  aqua: '00ffff',
  black: '000000',
  blue: '0000ff',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  dimgray: '696969',
  dimgrey: '696969',
  fuchsia: 'ff00ff',
  gold: 'ffd700',
  gray: '808080',
  green: '008000',
  grey: '808080',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  lime: '00ff00',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'ffa500',
  pink: 'ffc0cb',
  purple: '800080',
  red: 'ff0000',
  silver: 'c0c0c0',
  teal: '008080',
  white: 'ffffff',
  whitesmoke: 'f5f5f5',
  yellow: 'ffff00',
}

/** Undefined for anything but an opaque literal colour. */
export function colourOf(text: string): Colour | undefined {
  const word = text.trim().toLowerCase()
  const hex = NAMED[word] ?? /^#([\da-f]{3}|[\da-f]{6})$/.exec(word)?.[1]
  if (hex !== undefined) return ofHex(hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex)
  const parts =
    /^rgb\(([^()]*)\)$/
      .exec(word)?.[1]
      ?.split(',')
      .map(part => part.trim()) ?? []
  const [red, green, blue] = parts.filter(part => /^\d{1,3}$/.test(part)).map(Number)
  if (parts.length !== 3 || red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue]
}

/** Returns `#rrggbb`. */
export function hexOf(colour: Colour): string {
  return `#${colour.map(part => Math.min(part, 255).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast ratio: from 1 (the same) to 21 (black on white). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function ofHex(hex: string): Colour {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => {
    const share = Math.min(part, 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Which attributes of a block the panel offers, and how each is chosen. */
import type { BlockKind } from '../model/kinds.ts'

export interface FieldSpec {
  /** As MJML has it. */
  name: string
  kind: 'length' | 'number' | 'color' | 'align' | 'vertical' | 'padding' | 'address' | 'share'
  label: FieldLabel
  min?: number
  max?: number
}

export type FieldLabel =
  | 'fontSize'
  | 'lineHeight'
  | 'color'
  | 'background'
  | 'align'
  | 'vertical'
  | 'padding'
  | 'link'
  | 'width'
  | 'height'
  | 'radius'
  | 'thickness'
  | 'iconSize'
  | 'backgroundImage'
  | 'share'

const length = (name: string, label: FieldLabel, max: number, min = 0): FieldSpec => ({
  kind: 'length',
  name,
  label,
  min,
  max,
})
const color = (name: string, label: FieldLabel): FieldSpec => ({ kind: 'color', name, label })

const PADDING: FieldSpec = { kind: 'padding', name: 'padding', label: 'padding', max: 200 }
const ALIGN: FieldSpec = { kind: 'align', name: 'align', label: 'align' }
const LINK: FieldSpec = { kind: 'address', name: 'href', label: 'link' }
const BEHIND = color('container-background-color', 'background')

const TEXT: readonly FieldSpec[] = [
  length('font-size', 'fontSize', 96, 8),
  { kind: 'number', name: 'line-height', label: 'lineHeight', min: 0.8, max: 3 },
  color('color', 'color'),
  ALIGN,
  BEHIND,
  PADDING,
]
const BOX: readonly FieldSpec[] = [
  color('background-color', 'background'),
  { kind: 'address', name: 'background-url', label: 'backgroundImage' },
  PADDING,
]

export const FIELDS: Readonly<Record<BlockKind, readonly FieldSpec[]>> = {
  text: TEXT,
  heading: TEXT,
  html: [],
  image: [LINK, length('width', 'width', 1200, 1), ALIGN, length('border-radius', 'radius', 400), BEHIND, PADDING],
  button: [
    LINK,
    color('background-color', 'background'),
    color('color', 'color'),
    length('border-radius', 'radius', 999),
    length('font-size', 'fontSize', 48, 8),
    ALIGN,
    PADDING,
  ],
  divider: [color('border-color', 'color'), length('border-width', 'thickness', 40, 1), PADDING],
  spacer: [length('height', 'height', 400, 1)],
  social: [length('icon-size', 'iconSize', 64, 12), ALIGN, PADDING],
  section: BOX,
  footer: BOX,
  hero: BOX,
  wrapper: BOX,
  column: [
    { kind: 'share', name: 'width', label: 'share', min: 1, max: 100 },
    color('background-color', 'background'),
    { kind: 'vertical', name: 'vertical-align', label: 'vertical' },
    PADDING,
  ],
  repeat: [],
  condition: [],
  saved: [],
  other: [],
}

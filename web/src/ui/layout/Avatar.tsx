import { cx } from '../cx.ts'

const tones = [
  'bg-(--c-tone-1) text-(--c-tone-1-text)',
  'bg-(--c-tone-2) text-(--c-tone-2-text)',
  'bg-(--c-tone-3) text-(--c-tone-3-text)',
  'bg-(--c-tone-4) text-(--c-tone-4-text)',
  'bg-(--c-tone-5) text-(--c-tone-5-text)',
  'bg-(--c-tone-6) text-(--c-tone-6-text)',
] as const

/** A tone derived from the id, so that it stays the same after renaming. Uses FNV-1a. */
export function toneOf(id: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return tones[(hash >>> 0) % tones.length] ?? tones[0]
}

/** Anything before the first letter, digit or emoji of a word. */
const BEFORE_LETTERS = /^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u

/**
 * Combining marks that remain after composing letters with their accents. Stacks of them would cover the lines above.
 */
const COMBINING_MARKS = /[\u0300-\u036F]/g

/** The first letters of the first and the last word, as whole graphemes. Punctuation is skipped. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/u)
    .map(word => word.replace(BEFORE_LETTERS, ''))
    .filter(word => word !== '')
  const first = lettersOf(words[0] ?? name.trim())
  const second = words.length > 1 ? lettersOf(words.at(-1) ?? '')[0] : first[1]
  return ((first[0] ?? '') + (second ?? '')).normalize('NFC').replaceAll(COMBINING_MARKS, '').toLocaleUpperCase()
}

const face = 'inline-grid shrink-0 place-items-center font-semibold tracking-normal select-none'

type MarkProps = { id: string; name: string; size?: 'md' | 'lg' }

/** A person's initials. Hidden from screen readers, because the name is beside it. */
export function Avatar({ size, ...mark }: MarkProps) {
  return <Face {...mark} shape={cx('rounded-full', size === 'lg' ? 'size-8 text-12' : 'size-6 text-[10px]')} />
}

/** An application's or organization's initials, in a square. */
export function AppMark({ size, ...mark }: MarkProps) {
  return <Face {...mark} shape={size === 'lg' ? 'size-8 rounded-2 text-12' : 'size-5 rounded-1 text-[10px]'} />
}

function Face({ id, name, shape }: { id: string; name: string; shape: string }) {
  return (
    <span aria-hidden className={cx(face, toneOf(id), shape)}>
      {initialsOf(name)}
    </span>
  )
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into graphemes: a letter with its marks, or an emoji, is one. */
function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), part => part.segment)
}

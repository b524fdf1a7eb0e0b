import { cx } from '../cx.ts'

const tones = [
  'bg-(--c-tone-1) text-(--c-tone-1-text)',
  'bg-(--c-tone-2) text-(--c-tone-2-text)',
  'bg-(--c-tone-3) text-(--c-tone-3-text)',
  'bg-(--c-tone-4) text-(--c-tone-4-text)',
  'bg-(--c-tone-5) text-(--c-tone-5-text)',
  'bg-(--c-tone-6) text-(--c-tone-6-text)',
] as const

/** The tone of an id: the same everywhere and after every renaming. FNV-1a, folded to six. */
export function toneOf(id: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return tones[(hash >>> 0) % tones.length] ?? tones[0]
}

/** What precedes the first letter, digit or picture of a word. */
const BEFORE_LETTERS = /^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u

/** Accents beyond those that a letter is written with: they cover what is above. */
const TOWER = /[\u0300-\u036F]/g

/** First letters of the first and the last word, whole letters in any script. Punctuation counts for nothing. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/u)
    .map(word => word.replace(BEFORE_LETTERS, ''))
    .filter(word => word !== '')
  const first = lettersOf(words[0] ?? name.trim())
  const second = words.length > 1 ? lettersOf(words.at(-1) ?? '')[0] : first[1]
  return ((first[0] ?? '') + (second ?? '')).normalize('NFC').replaceAll(TOWER, '').toLocaleUpperCase()
}

const face = 'inline-grid shrink-0 place-items-center font-semibold tracking-normal select-none'

type MarkProps = { id: string; name: string; size?: 'md' | 'lg' }

/** A person by initials. The name is beside it, so it is hidden from screen readers. */
export function Avatar({ size, ...mark }: MarkProps) {
  return <Face {...mark} shape={cx('rounded-full', size === 'lg' ? 'size-8 text-12' : 'size-6 text-[10px]')} />
}

/** An application or organization by initials, square. */
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

/** The letters of a text as a reader counts them: a letter with its marks, or an emoji, is one. */
function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), part => part.segment)
}

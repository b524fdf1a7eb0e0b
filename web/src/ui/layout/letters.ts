const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The letters of a text as a reader counts them: a letter with its marks, or an emoji, is one. */
export function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), part => part.segment)
}

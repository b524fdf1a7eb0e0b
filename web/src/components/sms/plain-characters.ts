/** Signs that word processors put in and that cost half of the room, with what stands for them in the GSM alphabet. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\t': ' ',
  '`': "'",
  '´': "'",
}

/** Whether each of these characters has a plain one in its place. */
export function arePlainable(characters: readonly string[]): boolean {
  return characters.length > 0 && characters.every(character => Object.hasOwn(PLAIN, character))
}

/** The text with plain characters, where there are some. */
export function withPlainCharacters(text: string): string {
  return Array.from(text, character => PLAIN[character] ?? character).join('')
}

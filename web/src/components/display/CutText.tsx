/** A name that may be long, in its own direction: cut after 25 characters, whole in its title. */
export function CutText({ children }: { children: string }) {
  const short = cut(children)
  return <bdi title={short === children ? undefined : children}>{short}</bdi>
}

const CUT_AT = 25

/** Cuts a text of more than 25 characters as people count them; the whole belongs in a title beside it. */
export function cut(text: string, maxLength: number = CUT_AT): string {
  if (text.length <= maxLength) return text
  const characters = [...new Intl.Segmenter().segment(text)]
  if (characters.length <= maxLength) return text
  const end = characters[maxLength]?.index ?? text.length
  return `${text.slice(0, end).trimEnd()}…`
}

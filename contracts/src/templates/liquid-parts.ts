/** Finds the merge fields and tags of Liquid by their braces. One that is not closed extends to the end of the text. */

/** Replaces each merge field and each tag. */
export function replaceLiquid(source: string, replaced: (part: string, isTag: boolean) => string): string {
  const opening = /\{[{%]/g
  let text = ''
  let at = 0
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    const isTag = match[0] === '{%'
    const close = source.indexOf(isTag ? '%}' : '}}', opening.lastIndex)
    const end = close === -1 ? source.length : close + 2
    text += source.slice(at, match.index) + replaced(source.slice(match.index, end), isTag)
    at = end
    opening.lastIndex = end
  }
  return text + source.slice(at)
}

/** Returns the text that is the same for all recipients. */
export function withoutLiquid(source: string): string {
  return replaceLiquid(source, () => '')
}

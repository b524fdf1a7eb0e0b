/** Parses styles in attributes and sheets as far as inspecting them needs. */

/** Returns the declarations of a `style` attribute, in lower case; the last one of a property counts. */
export function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration
      .slice(colon + 1)
      .toLowerCase()
      .replace('!important', '')
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim())
  }
  return found
}

/** Whether a sheet sets colours for all readers: those for dark mode or small screens do not count. */
export function declaresColours(sheet: string): boolean {
  return /(?:^|[\s;{"'])(?:background-)?(?:color|background)\s*:/i.test(withoutConditions(sheet))
}

/** The sheet without the contents of @media and the like. */
function withoutConditions(sheet: string): string {
  const pieces: string[] = []
  let at = 0
  for (let begin = sheet.indexOf('@'); begin !== -1; begin = sheet.indexOf('@', at)) {
    pieces.push(sheet.slice(at, begin))
    at = endOfRule(sheet, begin)
  }
  return [...pieces, sheet.slice(at)].join('')
}

function endOfRule(sheet: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < sheet.length; at++) {
    if (sheet[at] === ';' && depth === 0) return at + 1
    if (sheet[at] === '{') depth += 1
    if (sheet[at] !== '}') continue
    depth -= 1
    if (depth <= 0) return at + 1
  }
  return sheet.length
}

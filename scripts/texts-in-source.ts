/** What a file of the server says in a language: its words are in a file for each language, or in one with a part for each. */
export function textsInSource(source: string, locale: string, path: string): string[] {
  const own = path.endsWith(`-${locale}.ts`) ? source : (source.split(`\n  ${locale}: {`)[1]?.split('\n  },')[0] ?? '')
  return [...own.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text)
}

/** The texts of one language in a file of the server, which has a file for each language or one with a part for each. */
export function textsInSource(source: string, locale: string, path: string): string[] {
  const own = path.endsWith(`-${locale}.ts`) ? source : (source.split(`\n  ${locale}: {`)[1]?.split('\n  },')[0] ?? '')
  return [...own.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text)
}

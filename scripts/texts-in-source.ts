/** Reads the texts of one language from a file of the server, where each language has a file or a part of one. */
export function textsInSource(source: string, locale: string, path: string): string[] {
  const own = path.endsWith(`-${locale}.ts`) ? source : (source.split(`\n  ${locale}: {`)[1]?.split('\n  },')[0] ?? '')
  return [...own.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text)
}

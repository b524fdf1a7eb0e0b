/** What is the same for everybody: a Liquid source without its fields and tags. */
export function withoutFields(source: string): string {
  return source.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, '')
}

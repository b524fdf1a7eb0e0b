/** Which fields a template cannot do without: it puts them out whatever else it decides, and says nothing in their place. */
import { Output } from 'liquidjs'
import { readReferences } from './references.ts'
import { parseLiquid } from './tokens.ts'

/** Of a source that compiles. Fields inside of conditions and loops, and those with a default, are not among them. */
export function requiredFields(source: string): string[] {
  const templates = parseLiquid(source)
  const outputs = templates.flatMap(template => (template instanceof Output ? [template.token] : []))
  const required = readReferences(templates).filter(
    ({ begin, hasDefault }) => !hasDefault && outputs.some(token => token.begin <= begin && begin < token.end),
  )
  return [...new Set(required.map(({ field }) => field))]
}

/** Fields that a template always prints, without a default. */
import { Output } from 'liquidjs'
import { readReferences } from './references.ts'
import { parseLiquid } from './tokens.ts'

/** For a source that compiles. Fields inside of conditions and loops, and those with a default, are left out. */
export function requiredFields(source: string): string[] {
  const templates = parseLiquid(source)
  const outputs = templates.flatMap(template => (template instanceof Output ? [template.token] : []))
  const required = readReferences(templates).filter(
    ({ begin, hasDefault }) => !hasDefault && outputs.some(token => token.begin <= begin && begin < token.end),
  )
  return [...new Set(required.map(({ field }) => field))]
}

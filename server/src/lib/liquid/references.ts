/** Which fields a parsed template reads, and where. Variables of the template itself (assign, capture, for) are no fields. */
import { type Template, type Token, toValueSync, TypeGuards, Value } from 'liquidjs'

export interface Reference {
  field: string
  /** Offset in the source. */
  begin: number
  /** A default filter replaces a missing value. */
  hasDefault: boolean
}

/** Lists every read of a field in source order. */
export function readReferences(templates: readonly Template[]): Reference[] {
  const found: Reference[] = []
  visit(templates, new Set(), found)
  return found.sort((a, b) => a.begin - b.begin)
}

/** Returns the field that a value starts from, if it starts from one. */
export function leadingField(value: Value): string | undefined {
  const [token] = value.initial.postfix
  return token ? rootOf(token) : undefined
}

/** Returns the templates inside a block, of all its branches. */
export function childrenOf(template: Template): Template[] {
  return template.children ? (toValueSync(template.children(false, true)) as Template[]) : []
}

function visit(templates: readonly Template[], locals: Set<string>, found: Reference[]): void {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) readArgument(argument, locals, found)
    for (const name of template.localScope?.() ?? []) locals.add(name.content)
    const inner = template.blockScope ? new Set([...locals, ...template.blockScope()]) : locals
    visit(childrenOf(template), inner, found)
  }
}

function readArgument(argument: unknown, locals: ReadonlySet<string>, found: Reference[]): void {
  if (!(argument instanceof Value)) return readToken(argument as Token, false, locals, found)
  const hasDefault = argument.filters.some(filter => filter.name === 'default' && filter.args.length > 0)
  for (const token of argument.initial.postfix) readToken(token, hasDefault, locals, found)
  for (const filter of argument.filters) {
    for (const argumentToken of filter.args) {
      const token = Array.isArray(argumentToken) ? argumentToken[1] : argumentToken
      if (token) readToken(token, false, locals, found)
    }
  }
}

function readToken(token: Token, hasDefault: boolean, locals: ReadonlySet<string>, found: Reference[]): void {
  if (TypeGuards.isRangeToken(token)) {
    readToken(token.lhs, hasDefault, locals, found)
    readToken(token.rhs, hasDefault, locals, found)
    return
  }
  if (!TypeGuards.isPropertyAccessToken(token)) return
  const field = rootOf(token)
  if (field !== undefined && !locals.has(field)) found.push({ field, begin: token.begin, hasDefault })
  for (const property of token.props) {
    if (TypeGuards.isPropertyAccessToken(property)) readToken(property, hasDefault, locals, found)
  }
}

function rootOf(token: Token): string | undefined {
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return undefined
  const [root] = token.props
  if (root && (TypeGuards.isWordToken(root) || TypeGuards.isQuotedToken(root))) return String(root.content)
  return undefined
}

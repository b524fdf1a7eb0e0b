// Reads from one source file what the rules ask about: what it imports, where it speaks SQL, which tables it writes, where it reads the
// environment.
// A real parser does it, so that a comment, a string or a type import is never mistaken for something else.
import { parseSync, Visitor } from 'oxc-parser'

/** One import, re-export, dynamic import or `import('...')` type. */
export interface ImportFact {
  specifier: string
  line: number
  /** Erased before running: `import type`, or every name in it marked `type`. */
  isType: boolean
}

/** The actions of a file to which rules apply. */
export interface SourceFacts {
  imports: ImportFact[]
  sqlLines: number[]
  environmentLines: number[]
  /** Tables that statements write, in builder calls and in texts of SQL. */
  writes: { table: string; line: number }[]
  /** It passes on what other files export, and does nothing else. */
  isBarrel: boolean
}

/** Names of kysely that begin a statement, and the one that runs it; the code uses them for nothing else. */
const BUILDER_VERBS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'selectNoFrom'])
/** Those that write, with the table as their argument: 'contact', 'contact as c'. */
const WRITING_VERBS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** Matches a writing statement in a string. An update without `set` may be a sentence. */
const WRITING_TEXT =
  /\b(?:(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(?<table>\w+)|update\s+(?:only\s+)?"?(?<updated>\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi
/** Names of database connections; calls of `query` on anything else (a URL, an API client) are ignored. */
const CONNECTION_NAMES = /^(pool|client|connection|pg|tx|trx|transaction|db|database)$/

/** Reads one file. The ending of `path` decides between TypeScript and TSX. Throws if the file cannot be parsed. */
export function readFacts(path: string, source: string): SourceFacts {
  const parsed = parseSync(path, source)
  const problem = parsed.errors[0]
  if (problem !== undefined) throw new Error(`${path} cannot be parsed: ${problem.message}`)
  const lineOf = lineFinder(source)
  const facts: SourceFacts = {
    imports: [],
    sqlLines: [],
    environmentLines: [],
    writes: readWrites(parsed.program, lineOf),
    isBarrel: isBarrel(parsed.program),
  }
  const noteImport = (specifier: unknown, at: number, isType: boolean): void => {
    if (typeof specifier === 'string') facts.imports.push({ specifier, line: lineOf(at), isType })
  }
  new Visitor({
    ImportDeclaration: node => {
      const isType =
        node.importKind === 'type' || (node.specifiers.length > 0 && node.specifiers.every(isTypeSpecifier))
      noteImport(node.source.value, node.start, isType)
      if (/^(node:)?process$/.test(node.source.value) && node.specifiers.some(isEnvironment)) {
        facts.environmentLines.push(lineOf(node.start))
      }
    },
    ExportNamedDeclaration: node => {
      noteImport(node.source?.value, node.start, node.exportKind === 'type')
    },
    ExportAllDeclaration: node => {
      noteImport(node.source.value, node.start, node.exportKind === 'type')
    },
    ImportExpression: node => {
      noteImport('value' in node.source ? node.source.value : undefined, node.start, false)
    },
    TSImportType: node => {
      noteImport(node.source.value, node.start, true)
    },
    TaggedTemplateExpression: node => {
      if (nameOf(node.tag) === 'sql') facts.sqlLines.push(lineOf(node.start))
    },
    CallExpression: node => {
      if (speaksSql(node.callee)) facts.sqlLines.push(lineOf(node.start))
    },
    MemberExpression: node => {
      if (nameOf(node.object) === 'process' && nameOf(node) === 'env') facts.environmentLines.push(lineOf(node.start))
    },
    VariableDeclarator: node => {
      if (node.id.type !== 'ObjectPattern' || nameOf(node.init) !== 'process') return
      if (node.id.properties.some(isEnvironment)) facts.environmentLines.push(lineOf(node.start))
    },
  }).visit(parsed.program)
  return facts
}

/** The tables that statements write, both in the query builder and in strings. */
function readWrites(program: Parameters<Visitor['visit']>[0], lineOf: (at: number) => number): SourceFacts['writes'] {
  const writes: SourceFacts['writes'] = []
  const noteText = (text: string, start: number): void => {
    for (const { groups, index } of text.matchAll(WRITING_TEXT)) {
      writes.push({ table: groups?.['table'] ?? groups?.['updated'] ?? '', line: lineOf(start + index) })
    }
  }
  new Visitor({
    Literal: node => {
      if (typeof node.value === 'string') noteText(node.value, node.start)
    },
    TemplateElement: node => {
      noteText(node.value.raw, node.start)
    },
    CallExpression: node => {
      const [first] = node.arguments
      if (!WRITING_VERBS.has(nameOf(node.callee) ?? '') || first?.type !== 'Literal') return
      if (typeof first.value === 'string')
        writes.push({ table: first.value.split(' ')[0] ?? '', line: lineOf(first.start) })
    },
  }).visit(program)
  return writes
}

function isBarrel({ body }: Parameters<Visitor['visit']>[0]): boolean {
  const own = body.filter(({ type }) => type !== 'ImportDeclaration')
  return own.length > 0 && own.every(each => each.type === 'ExportAllDeclaration' || passesOn(each))
}

/** `export { a } from './a.ts'`, `export { a }`. */
function passesOn(statement: { type: string; declaration?: unknown }): boolean {
  return statement.type === 'ExportNamedDeclaration' && statement.declaration === null
}

function isTypeSpecifier(specifier: { type: string; importKind?: string | null }): boolean {
  return specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'
}

/** `import { env } from 'node:process'`, `const { env } = process`. */
function isEnvironment(binding: object): boolean {
  if ('imported' in binding) return nameOf(binding.imported) === 'env'
  return 'key' in binding && nameOf(binding.key) === 'env'
}

/** `sql.raw(...)`, `db.selectFrom(...)`, `pool.query(...)`, `this.pool.query(...)`. */
function speaksSql(callee: unknown): boolean {
  const member = asNode(callee)
  if (member?.type !== 'MemberExpression') return false
  const verb = nameOf(member)
  const owner = nameOf(member['object'])
  if (verb === undefined) return false
  return BUILDER_VERBS.has(verb) || owner === 'sql' || (verb === 'query' && CONNECTION_NAMES.test(owner ?? ''))
}

/** The last name in an expression: `sql`, `this.pool`, `context.db`. */
function nameOf(value: unknown): string | undefined {
  const node = asNode(value)
  if (node?.type === 'Identifier') return typeof node['name'] === 'string' ? node['name'] : undefined
  if (node?.type === 'MemberExpression' && node['computed'] !== true) return nameOf(node['property'])
  return undefined
}

function asNode(value: unknown): ({ type: string } & Record<string, unknown>) | undefined {
  return typeof value === 'object' && value !== null && 'type' in value
    ? (value as { type: string } & Record<string, unknown>)
    : undefined
}

function lineFinder(source: string): (offset: number) => number {
  return offset => source.slice(0, offset).split('\n').length
}

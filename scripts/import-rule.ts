// The import rule as a program: from the text of all files to the list of breaches. Pure; the test beside it plants a breach
// of every rule, and then asks about the real tree.
import { posix } from 'node:path'
import { findCircles } from './import-rule/circles.ts'
import { forbiddenEdge } from './import-rule/edges.ts'
import { type ImportFact, readFacts, type SourceFacts } from './import-rule/facts.ts'
import { type Place, placeOf } from './import-rule/place.ts'

/** A file of the checkout: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string
  source: string
}

/** A violation of the rules; `rule` is the text of the rule, `line` the line that breaks it. */
export interface Violation {
  path: string
  line: number
  rule: string
}

/** Packages that access the database; their types may be used anywhere. */
const DATABASE_PACKAGES = new Set(['kysely', 'pg', 'pg-cursor', 'pg-copy-streams', 'postgres'])

/** All violations in these files, none for files to which no rule applies. */
export function findViolations(files: SourceFile[]): Violation[] {
  const read = files.map(file => ({ place: placeOf(file.path), facts: readFacts(file.path, file.source) }))
  const breaches = read.flatMap(({ place, facts }) => [
    ...facts.imports.flatMap(fact => violation(place.path, fact.line, ruleBrokenBy(place, fact))),
    ...sqlViolations(place, facts),
    ...peopleViolations(place, facts),
    ...environmentViolations(place, facts),
    ...barrelViolations(place, facts),
  ])
  return [...breaches, ...circleViolations(read)]
}

/** Reports each cycle at the import that leads from its first file to the next. */
function circleViolations(read: { place: Place; facts: SourceFacts }[]): Violation[] {
  const edges = read.map(({ place: { path }, facts }) => ({
    path,
    targets: facts.imports.map(({ specifier, line }) => ({ target: targetOf(path, specifier) ?? '', line })),
  }))
  const graph = new Map(edges.map(({ path, targets }) => [path, targets.map(({ target }) => target)]))
  return findCircles(graph).flatMap(circle => {
    const first = edges.find(({ path }) => path === circle[0])?.targets.find(({ target }) => target === circle[1])
    return violation(circle[0] ?? '', first?.line ?? 1, `files import each other: ${circle.join(' -> ')}`)
  })
}

function violation(path: string, line: number, rule: string | undefined): Violation[] {
  return rule === undefined ? [] : [{ path, line, rule }]
}

function ruleBrokenBy(place: Place, fact: ImportFact): string | undefined {
  const target = targetOf(place.path, fact.specifier)
  if (target !== undefined) return forbiddenEdge(place, placeOf(target), fact)
  if (place.workspace === 'contracts' && !place.isTest && !place.isToolConfig && !/^zod(\/|$)/.test(fact.specifier)) {
    return 'contracts imports zod and its own files only'
  }
  if (!fact.isType && DATABASE_PACKAGES.has(fact.specifier) && !maySpeakSql(place)) return SQL_RULE
  return undefined
}

/** The file of the checkout that a specifier names; undefined for packages and for Node's built-in modules. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  const match = /^@notifly\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  return match === null ? undefined : `${match[1]}/src/${match[2] ?? 'index'}.ts`
}

const SQL_RULE = 'SQL stands only in queries.ts, *-queries.ts, people/, db/, jobs/ and testing/'

function sqlViolations(place: Place, facts: SourceFacts): Violation[] {
  return maySpeakSql(place) ? [] : facts.sqlLines.map(line => ({ path: place.path, line, rule: SQL_RULE }))
}

function maySpeakSql(place: Place): boolean {
  if (place.workspace !== 'server' || place.isTest) return true
  if (place.layer === 'people') return true
  return place.layer === 'db' || place.layer === 'jobs' || /[/-]queries\.ts$/.test(place.path)
}

/** Tables that only server/src/people writes: contacts, and the data that decides who may receive messages. */
const PEOPLE_TABLES = new Set([
  'audience_change',
  'contact',
  'contact_count',
  'contact_event',
  'contact_slot',
  'consent',
  'consent_change',
  'device',
  'erased_address',
  'erased_departure',
  'event_day',
  'event_delta',
  'event_name',
  'event_property',
  'event_receipt',
  'merge_field',
  'merge_field_delta',
  'segment_member',
  'sign_up',
  'suppression',
  'topic_consent',
  'topic_departure',
])

/** Deleting an application is no violation: it names no table, but asks the database for all that contain data. */
function peopleViolations(place: Place, { writes }: SourceFacts): Violation[] {
  if (place.workspace !== 'server' || place.isTest || place.layer === 'people') return []
  return writes
    .filter(({ table }) => PEOPLE_TABLES.has(table))
    .map(({ table, line }) => ({ path: place.path, line, rule: `only server/src/people writes ${table}` }))
}

function barrelViolations(place: Place, { isBarrel }: SourceFacts): Violation[] {
  if (!isBarrel || place.isTest) return []
  return [{ path: place.path, line: 1, rule: 'no file only passes on what others export: import it from where it is' }]
}

function environmentViolations(place: Place, facts: SourceFacts): Violation[] {
  const mayRead =
    place.path === 'server/src/config.ts' || place.workspace === 'scripts' || place.isTest || place.isToolConfig
  if (mayRead) return []
  return facts.environmentLines.map(line => ({
    path: place.path,
    line,
    rule: 'only server/src/config.ts reads the environment',
  }))
}

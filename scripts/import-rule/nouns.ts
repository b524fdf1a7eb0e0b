// One noun, one word: what contracts call a thing, server and dashboard call it too. Pure: paths come in.
import type { Violation } from '../import-rule.ts'

const CONTRACTS = 'contracts/src'
const SERVER = 'server/src/features'
const DASHBOARD = 'web/src/features'

/** Each folder of the first must have one of the same name in the second. */
const PAIRS = [
  [CONTRACTS, SERVER],
  [DASHBOARD, SERVER],
  [SERVER, CONTRACTS],
] as const

/** Exceptions, with their reasons. */
const ALONE: Readonly<Record<string, string>> = {
  'contracts/src/sentences': 'what the server says, of every noun',
  'server/src/features/backups': 'operators read of them with operator',
  'server/src/features/quotas': 'operators read of them with operator',
  'server/src/features/usage': 'read with billing',
  'web/src/features/developers': 'draws the OpenAPI document',
}

/** Folders of contracts and of the dashboard whose name the server does not have, and features that contracts do not have. */
export function unknownNouns(paths: readonly string[]): Violation[] {
  return PAIRS.flatMap(([home, other]) => {
    const others = nounsOf(paths, other)
    return [...nounsOf(paths, home)]
      .filter(noun => !others.has(noun) && ALONE[`${home}/${noun}`] === undefined)
      .map(noun => ({ path: `${home}/${noun}`, line: 1, rule: `${other}/${noun} is missing: one noun has one word` }))
  })
}

function nounsOf(paths: readonly string[], home: string): Set<string> {
  const below = paths.filter(path => path.startsWith(`${home}/`)).map(path => path.slice(home.length + 1))
  return new Set(below.filter(path => path.includes('/')).map(path => path.slice(0, path.indexOf('/'))))
}

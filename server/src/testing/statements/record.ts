/**
 * Writes down the statements of the product that a test run sends, each once with the place that made it, so that rules may be
 * judged over all of them (judge.ts). A folder that NOTIFLY_RECORD_STATEMENTS names turns it on; every process has a file of its own there.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PostgresQueryCompiler } from 'kysely'
import pg from 'pg'

/** A line of a file. */
export interface RecordedStatement {
  text: string
  /** Of the innermost line of the product: path from the root, and line. */
  place: string
}

const ROOT = join(import.meta.dirname, '../../../..')
const OURS = join(ROOT, 'server/src/')
const IS_RECORDING = Symbol.for('notifly statements are recorded')

/** Records from now on to the end of the process. Nothing happens the second time. */
export function recordStatements(folder: string): void {
  const world = globalThis as { [IS_RECORDING]?: true }
  if (world[IS_RECORDING]) return
  world[IS_RECORDING] = true
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${Date.now()}.jsonl`)
  const note = recorder(line => {
    // At once: workers of tests are killed when there is nothing left to do.
    appendFileSync(file, line)
  })
  // What kysely builds, and what a pool is asked, reaches a connection when one is free: whoever gave it back is on the stack then.
  const passedOn = new Set<string>()
  const notePassed = (text: string): void => {
    passedOn.add(text)
    note(text)
  }
  wrap(PostgresQueryCompiler.prototype, 'compileQuery', (_, made) => {
    notePassed((made as { sql: string }).sql)
  })
  wrap(pg.Pool.prototype, 'query', ([asked]) => {
    notePassed(textOf(asked))
  })
  wrap(pg.Client.prototype, 'query', ([asked]) => {
    const text = textOf(asked)
    if (!passedOn.has(text)) note(text)
  })
}

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  return typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : ''
}

function wrap(owner: object, name: string, hear: (args: unknown[], result: unknown) => void): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    const result = original.apply(this, args)
    hear(args, result)
    return result
  }
  Object.defineProperty(owner, name, { value: wrapped, configurable: true, writable: true })
}

/** Tests send statements of their own; one that comes from them so often is theirs alone. */
const LOOKS_MAX = 3

function recorder(write: (line: string) => void): (text: string) => void {
  const known = new Set<string>()
  const looks = new Map<string, number>()
  return sent => {
    const text = withOneRow(sent)
    if (text === '' || known.has(text)) return
    const looked = looks.get(text) ?? 0
    if (looked === LOOKS_MAX) return
    const place = placeOfProduct()
    if (place === undefined) {
      looks.set(text, looked + 1)
      return
    }
    known.add(text)
    write(`${JSON.stringify({ text, place } satisfies RecordedStatement)}\n`)
  }
}

const LONG = 2000
/** Rows of parameters behind the first one. */
const FURTHER_ROWS = /(?<=\(\$\d+(?:, \$\d+)*\))(?:, \(\$\d+(?:, \$\d+)*\))+/g

/** An insert of many rows is the same statement as one of a single row. */
function withOneRow(text: string): string {
  return text.length < LONG ? text : text.replace(FURTHER_ROWS, '')
}

/** Every statement comes through these. */
const PASSING_ON = [import.meta.filename, join(OURS, 'db/prepared.ts')]

/** Undefined where a test itself is the one that asks, or a migration. */
function placeOfProduct(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const stack = new Error('for its stack').stack ?? ''
  Error.stackTraceLimit = limit
  const ours = stack
    .split('\n')
    .slice(1)
    .map(line => line.slice(Math.max(0, line.indexOf(OURS))))
    .find(frame => frame.startsWith(OURS) && !PASSING_ON.some(file => frame.startsWith(file)))
  const [file = '', line = ''] = ours?.split(':') ?? []
  const path = relative(ROOT, file)
  if (ours === undefined || /\.test\.ts$|\/testing\/|^server\/src\/db\/migrate\.ts$/.test(path)) return undefined
  return `${path}:${line}`
}

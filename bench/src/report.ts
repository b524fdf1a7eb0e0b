/** Prints the figures as a table, and how they were measured. */
import { execFile } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { promisify } from 'node:util'
import { barText, isMet, type Result } from './result.ts'

const HEADINGS = ['benchmark', 'figure', 'limit', 'ratio', 'bar', 'met', 'costs']

/** A table with columns of equal width. */
export function printTable(results: readonly Result[]): string {
  const rows = [HEADINGS, ...results.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints what the table has no room for: how each figure was measured, and on which machine. */
export async function printNotes(results: readonly Result[]): Promise<string> {
  const notes = results.map(
    ({ name, how, ratios }) => `${name}: ${how} Ratios of the rounds: ${ratios.map(short).join(', ')}.`,
  )
  return [...notes, `Commit ${await currentCommit()}, on ${machine()}.`].join('\n')
}

function cellsOf(result: Result): string[] {
  const { name, figure, limit, unit, limitName, ratio, bar, costs } = result
  return [
    name,
    `${short(figure)} ${unit}`,
    `${short(limit)} ${unit} (${limitName})`,
    ratio.toFixed(2),
    barText(bar),
    isMet(result) ? 'yes' : 'no',
    costs,
  ]
}

/** Three digits are as many as are significant. */
function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

function machine(): string {
  const [{ model } = { model: 'an unknown processor' }, ...others] = cpus()
  const gibibytes = Math.round(totalmem() / 1_073_741_824)
  return `${others.length + 1} x ${model.trim()}, ${gibibytes} GiB, ${process.platform}, Node ${process.versions.node}`
}

/** The short name of the checkout's commit. */
async function currentCommit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
  }).catch(() => ({ stdout: 'unknown' }))
  return stdout.trim()
}

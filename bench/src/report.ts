/** The figures as a table for the terminal, and as the page that is kept. */
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

/** The page with the figures, how each was got, and on what. */
export function printPage(results: readonly Result[], made: { date: Date; command: string; commit: string }): string {
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...results.map(cellsOf)]
  return `# Benchmarks

Written by \`${made.command}\` on ${made.date.toISOString().slice(0, 10)}, commit ${made.commit}, on ${machine()}.

Each figure is the median of its rounds; the limit was measured in the same run, in turn with it. Compare ratios, not
absolutes: the machine does both. Everything runs on one machine: workers, PostgreSQL, the receiving server and the bench.

${table.map(row => `| ${row.join(' | ')} |`).join('\n')}

${results.map(section).join('\n')}`
}

function section({ name, how, ratios }: Result): string {
  return `## ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}\n\n${how}\n\nRatios of the rounds: ${ratios.map(short).join(', ')}.\n`
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

/** Three figures are as many as mean anything. */
function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

function machine(): string {
  const [{ model } = { model: 'an unknown processor' }, ...others] = cpus()
  const gibibytes = Math.round(totalmem() / 1_073_741_824)
  return `${others.length + 1} x ${model.trim()}, ${gibibytes} GiB, ${process.platform}, Node ${process.versions.node}`
}

/** The short name of the commit that the checkout stands on. */
export async function currentCommit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
  }).catch(() => ({ stdout: 'unknown' }))
  return stdout.trim()
}

/** Formats the results as a table: on the terminal, and in docs/interop.md. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Report, Row } from './result.ts'

const PAGE = new URL('../../docs/interop.md', import.meta.url)
const HEADINGS = ['scenario', 'result', 'figures'] as const

/** For a terminal. */
export function printReport({ title, rows }: Report): string {
  const lines = columns(rows.map(cellsOf), '  ').map(line => `  ${line.trimEnd()}`)
  return [title, ...lines].join('\n')
}

/** Writes the reports into the page, each in place of the previous one; others stay. */
export async function writePage(reports: ReadonlyMap<string, Report>, date: Date): Promise<void> {
  let page = await readFile(PAGE, 'utf8')
  for (const [name, report] of reports) page = replaceSection(page, name, sectionOf(report, date))
  await writeFile(PAGE, page)
}

function replaceSection(page: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to === -1) throw new Error(`docs/interop.md has no place for ${name}`)
  return `${page.slice(0, from)}${begin}\n\n${section}\n\n${page.slice(to)}`
}

function sectionOf({ title, rows }: Report, date: Date): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)].map(row => row.map(cell => cell.replaceAll('|', '\\|')))
  const [head = '', ...body] = columns(cells, ' | ').map(line => `| ${line} |`)
  const rule = head.replace(/[^|]/g, '-').replaceAll('|-', '| ').replaceAll('-|', ' |')
  return [`### ${title}, ${date.toISOString().slice(0, 10)}`, '', head, rule, ...body].join('\n')
}

function cellsOf({ title, outcome, figures, faults }: Row): string[] {
  const first =
    faults.length === 0
      ? []
      : [
          `${faults.length === 1 ? 'fault' : `${faults.length} faults, such as`}: ${faults[0]?.replaceAll('\n', ' ') ?? ''}`,
        ]
  return [title, outcome, [figures, ...first].filter(text => text !== '').join('; ')]
}

/** Lines with columns of equal width. */
function columns(rows: readonly (readonly string[])[], gap: string): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(gap))
}

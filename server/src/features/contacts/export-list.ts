/** Exports contacts to a file that is written while they are read: memory stays constant whatever their number. */
import { Readable } from 'node:stream'
import { costlyRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { begun } from '../../lib/begun.ts'
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import { printCsvRow } from '@notifly/contracts/csv'
import { selectFieldNames } from '../../people/fields/fields.ts'
import { type ExportPiece, type ExportRow, selectContactsAfter } from './export-queries.ts'
import type { ContactFilter } from './queries.ts'

const ROWS_AT_ONCE = 1000

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A file that an import accepts unchanged: our columns by name, then every merge field of the application. */
export async function exportContacts(
  db: Db,
  filter: ContactFilter,
  format: keyof typeof EXPORT_TYPES,
): Promise<Readable> {
  const rows = await begun(readRows(db, filter))
  if (format === 'csv') return Readable.from(printCsv(rows))
  const { writeXlsxStream } = await import('hucre/xlsx')
  return Readable.fromWeb(
    // Cells are texts: a spreadsheet neither runs them nor takes zeros off them.
    writeXlsxStream(rows, { name: 'Contacts', freezePane: { rows: 1 } }) as never,
  )
}

async function* printCsv(lines: AsyncGenerator<string[]>): AsyncGenerator<string> {
  // The mark by which spreadsheet programs know UTF-8.
  let piece = '\uFEFF'
  let rows = 0
  for await (const cells of lines) {
    piece += printCsvRow(cells)
    if (++rows % ROWS_AT_ONCE > 0) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Yields the names of the columns, then the contacts in the order of their ids. */
async function* readRows(db: Db, filter: ContactFilter): AsyncGenerator<string[]> {
  const merge = await selectFieldNames(db, filter.applicationId)
  yield ['uuid', ...OWN_COLUMNS, 'added_on', ...merge]
  let afterId: string | null = null
  for (;;) {
    // Piece by piece: many exports of one application wait for each other, and a slow download keeps no place.
    const { rows, isLast }: ExportPiece = await costlyRead(db, filter.applicationId, tx =>
      selectContactsAfter(tx, filter, afterId, ROWS_AT_ONCE),
    )
    for (const row of rows) yield cellsOf(row, merge)
    if (isLast) return
    afterId = rows.at(-1)?.contact_id ?? null
  }
}

function cellsOf(row: ExportRow, merge: readonly string[]): string[] {
  const fields = row.merge_fields as Record<string, unknown>
  return [
    row.contact_id,
    ...OWN_COLUMNS.map(column => asText(row[column])),
    asText(row.added_at),
    ...merge.map(name => asText(Object.hasOwn(fields, name) ? fields[name] : null)),
  ]
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

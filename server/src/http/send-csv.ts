/** Lists as CSV files, written while they are read: memory stays flat whatever their length. */
import { printCsvRow } from '@notifly/contracts/csv'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { begun } from '../lib/begun.ts'
import { attachment } from './attachment.ts'

const ROWS_AT_ONCE = 1000

/** The names of the columns, after the byte order mark by which spreadsheet programs recognise UTF-8. */
export function csvHeader(columns: readonly string[]): string {
  return `\uFEFF${printCsvRow(columns)}`
}

/** Reads a thousand rows at a time, those that follow the last one, and prints them. */
export async function* printedRows<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
  print: (row: Row) => string,
): AsyncGenerator<string> {
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await read(last, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows.map(print).join('')
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1) ?? null
  }
}

/** Answers with a file. Rejects, and sends nothing, when its first rows cannot be read. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const file = await begun(pieces)
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', attachment(name))
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(file))
}

/**
 * Lines for PostgreSQL's COPY in its text format (documentation, "COPY", File Formats): columns between tabs, \N for null, backslash
 * escapes for what would end a column or a line.
 */

type CopyValue = string | number | boolean | null

const SPECIAL = /[\\\t\n\r\0]/
const SPECIAL_ALL = /[\\\t\n\r\0]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Returns one line with its line feed. NUL, which PostgreSQL cannot store, is left out. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = ''
  for (let index = 0; index < values.length; index++) {
    if (index > 0) line += '\t'
    line += copyValue(values[index] ?? null)
  }
  return `${line}\n`
}

function copyValue(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number') return String(value)
  return SPECIAL.test(value) ? value.replace(SPECIAL_ALL, character => ESCAPES[character] ?? '') : value
}

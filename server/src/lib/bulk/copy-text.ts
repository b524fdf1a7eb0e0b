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

/** What the lines of a batch usually take. */
const LINES_BYTES = 256 * 1024
/** UTF-8 takes at most three bytes per UTF-16 unit. */
const UNIT_BYTES_MAX = 3

/** Collects lines in UTF-8, each encoded at once: joined as a string first, a batch would be in memory three times. */
export class CopyLines {
  private memory: Buffer
  private length = 0

  /** `used`: memory that may be reused. */
  constructor(used: ArrayBuffer = new ArrayBuffer(LINES_BYTES)) {
    this.memory = Buffer.from(used)
  }

  add(line: string): void {
    const needed = this.length + line.length * UNIT_BYTES_MAX
    if (needed > this.memory.length) this.grow(Math.max(needed, this.memory.length * 2))
    this.length += this.memory.write(line, this.length)
  }

  bytes(): Uint8Array {
    return this.memory.subarray(0, this.length)
  }

  private grow(length: number): void {
    const larger = Buffer.from(new ArrayBuffer(length))
    this.memory.copy(larger, 0, 0, this.length)
    this.memory = larger
  }
}

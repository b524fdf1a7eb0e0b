/** Failures of statements that callers can react to. Codes: PostgreSQL documentation, appendix A. */

/** SQLSTATE: the server stops, has crashed or is starting; connections that could not be made or broke (class 08); all taken. */
const SERVER_STATES = /^(57P0[123]|08\w{3}|53300)$/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of pg and its pool that come without a code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether a statement failed because the database could not be reached; the same statement may succeed in a moment. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? WORDS.test(error.message) : SERVER_STATES.test(code) || SOCKET_CODES.has(code)
}

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a statement, or the writing of a file, failed because a disk of the installation is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && DISK_FULL.has((error as NodeJS.ErrnoException).code ?? '')
}

const TAKEN_KEY = '23505'

/** Whether a statement failed because another row has a value that must be unique, of this index where one is named. */
export function isTaken(error: unknown, index?: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === TAKEN_KEY && (index === undefined || constraint === index)
}

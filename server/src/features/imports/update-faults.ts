/** What refuses a whole file of changes, by the keys that the dashboard knows. */
import { type UPDATE_ERRORS, UPDATE_MAX_BYTES, UPDATE_MERGE_FIELDS_MAX } from '@notifly/contracts/imports'
import { AppError } from '../../lib/app-error.ts'
import type { ImportFileError } from './parse-errors.ts'
import type { Rejections } from './rejections.ts'

export interface Fault {
  key: (typeof UPDATE_ERRORS)[number] | 'csvFile2mb'
  message: string
  line?: number
}

/** The answer to a file with faults: each with its key and line. */
export function refuse(faults: readonly Fault[]): AppError {
  const error = faults[0]?.key === 'csvFile2mb' ? 'tooLarge' : 'invalidInput'
  return new AppError(error, {
    message: faults[0]?.message ?? 'Nothing was changed.',
    errors: faults.map(fault => ({ field: 'file', ...fault })),
  })
}

/** A file that is no list of changes at all. */
export function faultOfFile({ key, message, line }: ImportFileError): Fault {
  const at = line === undefined ? {} : { line }
  switch (key) {
    case 'csvFile2mb':
      return { key, message: `The file is larger than ${UPDATE_MAX_BYTES / 1_048_576} MB.` }
    case 'noUuidColumn':
      return { key: 'missingUUID', message, ...at }
    case 'tooManyColumns':
      return { key: 'upToLimitedColumns', message, ...at }
    case 'emptyFile':
    case 'headerOnly':
      return { key: 'parseCsv', message, ...at }
    case 'unreadable':
      return { key: line === undefined ? 'readingCsvFile' : 'parseCsv', message, ...at }
    default:
      return { key: 'readingCsvFile', message, ...at }
  }
}

/** More merge fields than one file may change. */
export function tooManyFields(fields: number): Fault {
  const message = `The file has ${fields} columns of merge fields; at most ${UPDATE_MERGE_FIELDS_MAX} can be changed at once.`
  return { key: 'upToLimitedColumns', message, line: 1 }
}

/** Rows that cannot be taken, by line. */
export function faultsOfRows(faults: ReturnType<Rejections['faults']>): Fault[] {
  return faults.map(({ line, kind, message }) => ({ key: keyOf(kind), line, message }))
}

function keyOf(kind: ReturnType<Rejections['faults']>[number]['kind']): Fault['key'] {
  switch (kind) {
    case 'invalidEmail':
      return 'invalidEmail'
    case 'missing':
      return 'missingUUID'
    case 'columnCount':
    case 'unclosedQuote':
      return 'parseCsv'
    case 'badValue':
      return 'badValue'
    case 'conflict':
      return 'conflict'
  }
}

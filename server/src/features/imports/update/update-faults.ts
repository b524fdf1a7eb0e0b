/** What refuses a whole file of changes, by the keys that the dashboard knows. */
import { type UPDATE_ERRORS, UPDATE_MAX_BYTES, UPDATE_MERGE_FIELDS_MAX } from '@notifly/contracts/imports/imports'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { AppError, invalidFields, sentenceOf } from '../../../lib/app-error.ts'
import type { ImportFileError } from '../read/parse-errors.ts'
import type { Rejected } from '../read/rejections.ts'
import type { ProblemKind } from '../read/rows.ts'

type FaultKey = (typeof UPDATE_ERRORS)[number] | 'csvFile2mb'

export interface Fault extends Sentence {
  key: FaultKey
  line?: number
}

/** A fault under its key, with what is wrong in particular. */
export function faultOf(key: FaultKey, reason: Sentence, line?: number): Fault {
  return { key, values: { reason }, ...(line !== undefined && { line }) }
}

/** The answer to a file with faults: each with its key and line. */
export function refuse(faults: readonly Fault[]): AppError {
  const errors = faults.map(fault => ({ field: 'file', ...fault }))
  const [first] = faults
  if (first?.key !== 'csvFile2mb') return invalidFields(errors)
  return new AppError('tooLarge', { ...sentenceOf(first), errors })
}

/** A file that is no list of changes at all. */
export function faultOfFile({ key, reason, line }: ImportFileError): Fault {
  switch (key) {
    case 'csvFile2mb':
      return faultOf(key, sentence('imports.updateSize', { size: UPDATE_MAX_BYTES / 1_048_576 }))
    case 'noUuidColumn':
      return faultOf('missingUUID', reason, line)
    case 'tooManyColumns':
      return faultOf('upToLimitedColumns', reason, line)
    case 'emptyFile':
    case 'headerOnly':
      return faultOf('parseCsv', reason, line)
    case 'unreadable':
      return faultOf(line === undefined ? 'readingCsvFile' : 'parseCsv', reason, line)
    default:
      return faultOf('readingCsvFile', reason, line)
  }
}

/** More merge fields than one file may change. */
export function tooManyFields(fields: number): Fault {
  const reason = sentence('imports.updateFields', { count: fields, most: UPDATE_MERGE_FIELDS_MAX })
  return faultOf('upToLimitedColumns', reason, 1)
}

/** A row that cannot be taken. */
export function faultOfRow({ line, kind, reason }: Rejected): Fault {
  return faultOf(keyOf(kind), reason, line)
}

function keyOf(kind: ProblemKind): FaultKey {
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
    case 'tooMuch':
      return 'conflict'
  }
}

/**
 * Parses an uploaded file in a thread of its own, with limits on memory and time: a file made to hurt hurts only its own import, and the
 * server answers other calls meanwhile.
 */
import { Worker } from 'node:worker_threads'
import type { FileSource } from './decode.ts'
import type { CsvRecord } from './parse-csv.ts'
import { ImportFileError } from './parse-errors.ts'
import type { ImportSummary } from './parse-import.ts'
import type {
  ErrorFileJob,
  ErrorFilePiece,
  FromParser,
  ParsedBatch,
  ParseJob,
  ParserJob,
  RecordsPiece,
  SearchJob,
  ToParser,
} from './parse-messages.ts'

export interface ParseLimits {
  /** Memory of the thread, in MiB. */
  memoryMb: number
  /** Time that the thread may keep its owner waiting, all batches together. The owner's own work does not count. */
  timeMs: number
}

export const PARSE_LIMITS: ParseLimits = { memoryMb: 512, timeMs: 120_000 }

/**
 * Rows live as long as their batch: with room for some batches few of them are copied by the collector. 136,000 rows take as
 * long with 8 as with 16 or 64, and the thread 6 MB less than with 16.
 */
const YOUNG_MB = 8

/** Batches that the thread may have ready before they are taken. */
const AHEAD = 4

/**
 * Yields the batches and at last returns the summary (`{ value, done: true }`). Throws ImportFileError for a file that is refused or that
 * breaks a limit. Leaving the loop early stops the thread.
 */
export async function* parseInWorker(
  job: ParseJob,
  limits: ParseLimits = PARSE_LIMITS,
): AsyncGenerator<ParsedBatch, ImportSummary> {
  const summary = yield* runParser<ParsedBatch>(job, limits)
  if (summary === null) throw new Error('The parsing thread ended without a summary.')
  return summary
}

/** Yields the error file of a parsed upload in pieces. */
export async function* printErrorsInWorker(
  job: Omit<ErrorFileJob, 'kind'>,
  limits: ParseLimits = PARSE_LIMITS,
): AsyncGenerator<Uint8Array> {
  for await (const { text } of runParser<ErrorFilePiece>({ kind: 'errorFile', ...job }, limits)) yield text
}

/** Yields the records of a file of any kind as they stand in it; blank ones are left out. Throws ImportFileError. */
export async function* readRecordsInWorker(
  source: FileSource,
  maxBytes: number,
  limits: ParseLimits = PARSE_LIMITS,
): AsyncGenerator<CsvRecord[]> {
  const pieces = runParser<RecordsPiece>({ kind: 'records', source, maxBytes }, limits)
  for await (const { records } of pieces) yield records
}

/** Whether a file names a person; see personSearch. One that cannot be read may. */
export async function namesPersonInWorker(job: Omit<SearchJob, 'kind'>, limits = PARSE_LIMITS): Promise<boolean> {
  try {
    for await (const _ of runParser<RecordsPiece>({ kind: 'search', ...job }, limits)) return true
    return false
  } catch (error) {
    if (error instanceof ImportFileError) return true
    throw error
  }
}

/** `Piece` is what a job of this kind answers with. */
async function* runParser<Piece extends ParsedBatch | ErrorFilePiece | RecordsPiece>(
  job: ParserJob,
  limits: ParseLimits,
): AsyncGenerator<Piece, ImportSummary | null> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const inbox = createInbox(worker)
  const ask = (used?: ArrayBuffer): void => {
    const more: ToParser = used === undefined ? {} : { used }
    worker.postMessage(more, used === undefined ? [] : [used])
  }
  try {
    for (let count = 0; count < AHEAD; count++) ask()
    let leftMs = limits.timeMs
    for (;;) {
      const start = performance.now()
      const message = await inbox.next(leftMs)
      leftMs -= performance.now() - start
      switch (message.kind) {
        case 'batch':
          yield message as Piece
          ask(reusable(message.copy))
          break
        case 'piece':
        case 'records':
          yield message as Piece
          ask()
          break
        case 'done':
          return message.summary
        case 'refused':
          throw new ImportFileError(message.key, message.message, message.details)
      }
    }
  } finally {
    await worker.terminate()
  }
}

/** Streams hold back the next piece until one as large as this has left them; a smaller one they may still have in their hands. */
const REUSED_FROM_BYTES = 131_072

function reusable({ buffer, byteLength }: Uint8Array): ArrayBuffer | undefined {
  return byteLength >= REUSED_FROM_BYTES ? (buffer as ArrayBuffer) : undefined
}

interface Inbox {
  next: (timeoutMs: number) => Promise<FromParser>
}

function createInbox(worker: Worker): Inbox {
  const arrived: FromParser[] = []
  let failure: Error | undefined
  let wake: (() => void) | undefined
  worker.on('message', (message: FromParser) => {
    arrived.push(message)
    wake?.()
  })
  const fail = (error: Error): void => {
    failure ??= error
    wake?.()
  }
  worker.on('error', error => fail(workerFailure(error)))
  worker.on('exit', () => fail(new Error('The parsing thread ended before its file did.')))
  return {
    next: async timeoutMs => {
      const deadline = performance.now() + timeoutMs
      for (;;) {
        const message = arrived.shift()
        if (message) return message
        if (failure) throw failure
        const leftMs = deadline - performance.now()
        if (leftMs <= 0)
          throw new ImportFileError('needsTime', 'The file takes too long to read. Split it and try again.')
        await sleepOrWake(leftMs, resolve => (wake = resolve))
      }
    },
  }
}

async function sleepOrWake(timeoutMs: number, onWake: (wake: () => void) => void): Promise<void> {
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, timeoutMs)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function workerFailure(error: unknown): Error {
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ImportFileError('needsMemory', 'The file needs too much memory to read. Split it and try again.')
  }
  return error instanceof Error ? error : new Error('The parsing thread failed.', { cause: error })
}

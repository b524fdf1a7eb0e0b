/** Entry of the thread that parses one uploaded file; see parse-in-worker.ts for its owner's side. */
import { parentPort, workerData } from 'node:worker_threads'
import { printErrorFile } from './error-file.ts'
import { stagingLine } from './parse-copy.ts'
import { ImportFileError } from './parse-errors.ts'
import { openImport } from './parse-import.ts'
import type { ErrorFileJob, FromParser, ParseJob, ParserJob, RecordsJob, ToParser } from './parse-messages.ts'
import { openRecords } from './records.ts'

const port = parentPort
if (!port) throw new Error('parse-worker.ts runs as a worker thread only')

let asked = 0
let resume: (() => void) | undefined
/** Memory of batches that were taken. */
const used: ArrayBuffer[] = []
/** UTF-8 takes three bytes at most for each unit of a text. */
const UNIT_BYTES_MAX = 3
port.on('message', (message: ToParser) => {
  asked += 1
  if (message.used !== undefined) used.push(message.used)
  resume?.()
})

try {
  const job = workerData as ParserJob
  await run(job)
} catch (error) {
  if (!(error instanceof ImportFileError)) throw error
  const { key, message, details } = error
  send({ kind: 'refused', key, message, details })
}
// Otherwise the open port keeps the thread alive.
port.close()

function run(job: ParserJob): Promise<void> {
  switch (job.kind) {
    case 'rows':
      return parse(job)
    case 'errorFile':
      return printErrors(job)
    case 'records':
      return readRecords(job)
  }
}

async function parse({ source, importId, options }: ParseJob): Promise<void> {
  const reader = await openImport(source, options)
  const encoder = new TextEncoder()
  for await (const { rows, rejected, progress } of reader.batches()) {
    let lines = ''
    for (const row of rows) lines += stagingLine(importId, row)
    await untilAsked()
    send({ kind: 'batch', copy: encode(encoder, lines), rows: rows.length, rejected, progress })
  }
  await untilAsked()
  send({ kind: 'done', summary: reader.summary() })
}

/** In memory that was used before, where that is large enough. */
function encode(encoder: TextEncoder, text: string): Uint8Array {
  const needed = text.length * UNIT_BYTES_MAX
  const last = used.pop()
  const bytes = new Uint8Array(last !== undefined && last.byteLength >= needed ? last : new ArrayBuffer(needed))
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
}

async function printErrors({ source, maxBytes, reasons }: ErrorFileJob): Promise<void> {
  const encoder = new TextEncoder()
  for await (const text of printErrorFile(await openRecords(source, maxBytes), reasons)) {
    await untilAsked()
    send({ kind: 'piece', text: encoder.encode(text) })
  }
  await untilAsked()
  send({ kind: 'done', summary: null })
}

async function readRecords({ source, maxBytes }: RecordsJob): Promise<void> {
  const { batches } = await openRecords(source, maxBytes)
  for await (const { records } of batches) {
    await untilAsked()
    send({ kind: 'records', records })
  }
  await untilAsked()
  send({ kind: 'done', summary: null })
}

async function untilAsked(): Promise<void> {
  while (asked === 0) await new Promise<void>(resolve => (resume = resolve))
  asked -= 1
}

function send(message: FromParser): void {
  const bytes = message.kind === 'batch' ? message.copy : message.kind === 'piece' ? message.text : undefined
  port?.postMessage(message, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])
}

/** Entry of the thread that parses one uploaded file; see parse-in-worker.ts for its owner's side. */
import { parentPort, workerData } from 'node:worker_threads'
import { printErrorFile } from './error-file.ts'
import { CopyLines, stagingLine } from './parse-copy.ts'
import { ImportFileError } from './parse-errors.ts'
import { openImport } from './parse-import.ts'
import type {
  ErrorFileJob,
  FromParser,
  ParseJob,
  ParserJob,
  RecordsJob,
  SearchJob,
  ToParser,
} from './parse-messages.ts'
import { personSearch } from './person-search.ts'
import { openRecords } from './records.ts'

const port = parentPort
if (!port) throw new Error('parse-worker.ts runs as a worker thread only')

let asked = 0
let resume: (() => void) | undefined
/** Memory of batches that were taken. */
const used: ArrayBuffer[] = []
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
    case 'search':
      return search(job)
  }
}

async function parse({ source, importId, options }: ParseJob): Promise<void> {
  const reader = await openImport(source, options)
  for await (const { rows, rejected, progress } of reader.batches()) {
    const lines = new CopyLines(used.pop())
    for (const row of rows) lines.add(stagingLine(importId, row))
    await untilAsked()
    send({ kind: 'batch', copy: lines.bytes(), rows: rows.length, rejected, progress })
  }
  await untilAsked()
  send({ kind: 'done', summary: reader.summary() })
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

async function search({ source, maxBytes, values }: SearchJob): Promise<void> {
  const isNamed = personSearch(values)
  const { batches } = await openRecords(source, maxBytes)
  for await (const { records } of batches) {
    const found = records.find(({ cells }) => isNamed(cells))
    if (found === undefined) continue
    send({ kind: 'records', records: [found] })
    break
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

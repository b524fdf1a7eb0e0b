/** Entry of the thread that parses one uploaded file; see parse-in-worker.ts for its owner's side. */
import { parentPort, workerData } from 'node:worker_threads'
import { stagingLine } from './parse-copy.ts'
import { ImportFileError } from './parse-errors.ts'
import { openImport } from './parse-import.ts'
import type { FromParser, ParseJob } from './parse-messages.ts'

const port = parentPort
if (!port) throw new Error('parse-worker.ts runs as a worker thread only')

let asked = 0
let resume: (() => void) | undefined
port.on('message', () => {
  asked += 1
  resume?.()
})

try {
  await parse(workerData as ParseJob)
} catch (error) {
  if (!(error instanceof ImportFileError)) throw error
  const { key, message, line, isSpreadsheet } = error
  send({ kind: 'refused', key, message, line, isSpreadsheet })
}
// Otherwise the open port keeps the thread alive.
port.close()

async function parse({ source, importId, options }: ParseJob): Promise<void> {
  const reader = await openImport(source, options)
  const encoder = new TextEncoder()
  for await (const { rows, rejected, progress } of reader.batches()) {
    let lines = ''
    for (const row of rows) lines += stagingLine(importId, row)
    await untilAsked()
    send({ kind: 'batch', copy: encoder.encode(lines), rows: rows.length, rejected, progress })
  }
  await untilAsked()
  send({ kind: 'done', summary: reader.summary() })
}

async function untilAsked(): Promise<void> {
  while (asked === 0) await new Promise<void>(resolve => (resume = resolve))
  asked -= 1
}

function send(message: FromParser): void {
  port?.postMessage(message, message.kind === 'batch' ? [message.copy.buffer as ArrayBuffer] : [])
}

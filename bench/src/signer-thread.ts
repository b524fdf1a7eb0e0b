/** Entry of a thread that only signs: for each number it receives, that many signatures, followed by an answer. */
import { createPrivateKey, sign } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

// The size of a mail's signed header fields.
const FIELDS = Buffer.alloc(700, 'x')

const key = createPrivateKey(workerData as string)
parentPort?.on('message', (count: number) => {
  for (let made = 0; made < count; made++) sign('sha256', FIELDS, key)
  parentPort?.postMessage('done')
})
parentPort?.postMessage('ready')

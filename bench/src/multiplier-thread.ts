/** Entry of a thread that only computes ECDH on P-256: for each number it receives, that many times, followed by an answer. */
import { createECDH } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

const own = createECDH('prime256v1')
own.generateKeys()
const theirs = createECDH('prime256v1').generateKeys()
parentPort?.on('message', (count: number) => {
  for (let made = 0; made < count; made++) own.computeSecret(theirs)
  parentPort?.postMessage('done')
})
parentPort?.postMessage('ready')

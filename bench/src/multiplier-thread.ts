/** Entry of a thread that does nothing but ECDH on P-256: for each number it is sent, that many, and an answer. */
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

/** The thread in which a certificate file is opened. */
import { parentPort, workerData } from 'node:worker_threads'
import { openP12 } from './open-p12.ts'

const { file, password } = workerData as { file: Uint8Array; password: string }
parentPort?.postMessage(openP12(file, password))

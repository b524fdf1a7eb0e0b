/** The limit of signed mails: RSA signatures on all cores at once. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Signers {
  /** Makes that many signatures. Answers how many a second. */
  sign(count: number): Promise<number>
  stop(): Promise<void>
}

/** Starts one thread for each core, each with the key ready. */
export async function startSigners(threads: number, privateKey: string): Promise<Signers> {
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('../signer-thread.ts', import.meta.url), { workerData: privateKey }),
  )
  await Promise.all(workers.map(worker => once(worker, 'message')))
  return {
    sign: async count => {
      const began = performance.now()
      await Promise.all(
        workers.map(async worker => {
          worker.postMessage(Math.ceil(count / threads))
          await once(worker, 'message')
        }),
      )
      return (Math.ceil(count / threads) * threads * 1000) / (performance.now() - began)
    },
    stop: async () => {
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }
}

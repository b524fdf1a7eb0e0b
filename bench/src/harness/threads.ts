/** Threads that do nothing but one computation: the limit for what a campaign computes for each message. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Threads extends AsyncDisposable {
  /** Has them do so many computations together. Returns how many a second. */
  compute(count: number): Promise<number>
}

/** Starts so many threads of an entry file of this package. */
export async function startThreads(
  file: 'signer-thread.ts' | 'multiplier-thread.ts',
  threads: number,
  workerData?: string,
): Promise<Threads> {
  const entry = new URL(`../${file}`, import.meta.url)
  const workers = Array.from({ length: threads }, () => new Worker(entry, { workerData }))
  await Promise.all(workers.map(worker => once(worker, 'message')))
  return {
    async compute(count) {
      const began = performance.now()
      const share = Math.ceil(count / threads)
      for (const worker of workers) worker.postMessage(share)
      await Promise.all(workers.map(worker => once(worker, 'message')))
      return (share * threads * 1000) / (performance.now() - began)
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(workers.map(worker => worker.terminate()))),
  }
}

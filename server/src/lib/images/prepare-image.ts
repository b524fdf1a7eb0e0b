/** Decodes an uploaded image and encodes it again, in a process that is killed at its limits (docs/decisions/0049). */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endOf } from '../process/child-end.ts'
import { Places } from '../work-pool/places.ts'
import type { ImageAnswer, ImageOrder } from './image-messages.ts'

const ENTRY = fileURLToPath(new URL('./image-process.ts', import.meta.url))

/** The largest honest animations take three on a machine of 2020. */
const TIME_SECONDS = 15
/** Wall-clock time, including the start of the process on a busy machine. */
const CLOCK_MS = 45_000
/** Heap; the memory of a picture itself is bounded by its pixels. */
const HEAP_MB = 96

/** An application has one place at a time, so that others find one soon. */
const places = new Places({ places: 2, placesPerKey: 1, waitingPerKey: 16, waitingMax: 128, waitMs: 60_000 })

/**
 * Prepares the image in a file when `key`, the application that it is for, has its turn. Images that are not accepted are returned as data.
 * Throws tooManyRequests or unavailable if there is no place.
 */
export async function prepareImage(key: string, path: string): Promise<ImageAnswer> {
  const leave = await places.take(key)
  try {
    return await ask({ path, timeSeconds: TIME_SECONDS })
  } finally {
    leave()
  }
}

async function ask(order: ImageOrder): Promise<ImageAnswer> {
  const child = fork(ENTRY, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // It gets nothing of ours: no secret, no address of the database.
    env: {},
  })
  let answer: ImageAnswer | undefined
  child.once('message', message => (answer = message as ImageAnswer))
  const ended = endOf(child)
  child.send(order, () => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOCK_MS)
  const { signal } = await ended
  clearTimeout(timer)
  return answer ?? { fault: signal === 'SIGKILL' ? 'slow' : 'broken' }
}

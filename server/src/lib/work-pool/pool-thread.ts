/** A thread of a pool, which does one piece of work at a time; work-pool.ts is the owner's side. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
import { isWithin } from './measure.ts'
import type { FromThread, StartMessage, TaskContext, ToThread } from './work.ts'

const port = parentPort
if (port === null) throw new Error('pool-thread.ts runs as a worker thread only')

/** The engine has 5: tenants' expensive work waits first. */
const PRIORITY = 10
// Linux has a priority per thread; elsewhere this would be that of the whole process.
if (process.platform === 'linux') setPriority(PRIORITY)

/** How many pieces the owner is ready to take. */
let asked = 0
let resume: (() => void) | undefined
let returned: ArrayBuffer[] = []
let moving = new WeakMap<object, ArrayBuffer[]>()

port.on('message', (message: ToThread) => {
  if (message.kind === 'start') {
    void work(message)
    return
  }
  asked += 1
  if (message.returned !== undefined) returned.push(message.returned)
  resume?.()
})

const context: TaskContext = {
  moving: (value, buffers) => {
    moving.set(value, buffers)
    return value
  },
  returned: () => returned.pop(),
}

async function work({ module, task, input, outputMax }: StartMessage): Promise<void> {
  asked = 0
  returned = []
  moving = new WeakMap()
  try {
    const tasks = (await import(module)) as Record<string, (input: unknown, context: TaskContext) => unknown>
    send({ kind: 'loaded' })
    const run = tasks[task]
    if (run === undefined) throw new Error(`${module} has no task ${task}`)
    const result: unknown = run(input, context)
    const value = isStream(result) ? await forward(result, outputMax) : await result
    send(isWithin(value, outputMax) ? { kind: 'done', value } : { kind: 'too_large' })
  } catch (error) {
    send(failureOf(error))
  }
}

function isStream(result: unknown): result is AsyncGenerator<unknown, unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result
}

/** Sends the pieces as they are requested; resolves to what the stream returns. */
async function forward(stream: AsyncGenerator<unknown, unknown>, pieceMax: number): Promise<unknown> {
  for (;;) {
    const next = await stream.next()
    await untilAsked()
    if (next.done === true) return next.value
    if (!isWithin(next.value, pieceMax)) throw new PieceTooLarge()
    send({ kind: 'piece', value: next.value })
  }
}

class PieceTooLarge extends Error {}

async function untilAsked(): Promise<void> {
  while (asked === 0) await new Promise<void>(resolve => (resume = resolve))
  asked -= 1
}

function failureOf(error: unknown): FromThread {
  if (error instanceof PieceTooLarge) return { kind: 'too_large' }
  if (!(error instanceof AppError)) return { kind: 'failed', error }
  const { error: name, sentence, errors, data, retryAfterSeconds } = error
  return { kind: 'refused', error: { error: name, sentence, errors, data, retryAfterSeconds } }
}

function send(message: FromThread): void {
  const value = 'value' in message ? message.value : undefined
  const buffers = typeof value === 'object' && value !== null ? moving.get(value) : undefined
  port?.postMessage(message, buffers ?? [])
}

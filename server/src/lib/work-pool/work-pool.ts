/**
 * Runs work on untrusted content (templates, files, certificates) in a few threads that can be stopped: hostile input harms only its own
 * request, and the process goes on serving others.
 */
import { isWithin } from './measure.ts'
import { Places, type PlacesOptions } from './places.ts'
import { type Arrival, errorOf, Thread } from './thread.ts'
import type { StopReason, Work } from './work.ts'

export interface WorkPoolOptions extends PlacesOptions {
  /** Heap of each thread, in MiB. */
  memoryMb: number
  /** How many idle threads are kept; further ones end after their work. */
  warmThreads: number
  /** Memory up to which an idle thread is kept, in MiB; no limit by default. */
  warmMb?: number
}

interface StreamOptions<Piece> {
  /** Buffers of the input that move to the thread instead of being copied. */
  moving?: ArrayBuffer[]
  /** Returns the buffer of a piece that its reader has finished with when it asks for the next one; the thread may fill it again. */
  returned?: (piece: Piece) => ArrayBuffer | undefined
}

export interface WorkPool {
  /**
   * Does a piece of work when `key`, the application that it is for, has its turn. Throws what the task throws; the work's refusal if it
   * exceeds a limit; tooManyRequests or unavailable if there is no slot (see places.ts).
   */
  run<Input, Output>(work: Work<Input, Output, never>, key: string, input: Input): Promise<Output>
  /** The same for a task that is an async generator. Leaving the loop early stops the work. */
  stream<Input, Output, Piece>(
    work: Work<Input, Output, Piece>,
    key: string,
    input: Input,
    options?: StreamOptions<Piece>,
  ): AsyncGenerator<Piece, Output>
  /** Ends the threads that wait for work; the next work starts another one. */
  endIdle(): Promise<void>
  /** Stops all work and all threads, for good. */
  close(): Promise<void>
}

/** How many pieces of a stream a thread may prepare in advance. */
const AHEAD = 4

/** For loading a module, which is our own code and not a tenant's input: enough on the slowest machine. */
const LOAD_MS = 30_000

/** Creates a pool. No thread starts before the first work. */
export function createWorkPool(options: WorkPoolOptions): WorkPool {
  const places = new Places(options)
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  let closed = false

  const takeThread = (): Thread => {
    let thread = idle.pop()
    while (thread !== undefined && !thread.isAlive()) thread = idle.pop()
    const lent = thread ?? new Thread(options.memoryMb)
    lent.hold(true)
    busy.add(lent)
    return lent
  }

  /** `isFree`: it has nothing left to do. */
  const giveBack = async (thread: Thread, isFree: boolean): Promise<void> => {
    busy.delete(thread)
    const isLight = isFree && (await isWithinMb(thread, options.warmMb))
    if (isLight && !closed && thread.isAlive() && idle.length < options.warmThreads) {
      thread.hold(false)
      idle.push(thread)
    } else await thread.end()
  }

  async function* stream<Input, Output, Piece>(
    work: Work<Input, Output, Piece>,
    key: string,
    input: Input,
    streaming: StreamOptions<Piece> = {},
  ): AsyncGenerator<Piece, Output> {
    if (work.inputMax !== undefined && !isWithin(input, work.inputMax)) throw work.refusal('size')
    const leave = await places.take(key)
    const thread = takeThread()
    const state = { isFree: false }
    try {
      return yield* follow(thread, work, input, streaming, state)
    } finally {
      await giveBack(thread, state.isFree)
      leave()
    }
  }

  return {
    stream,
    run: async (work, key, input) => {
      const { value } = await stream(work, key, input).next()
      return value
    },
    endIdle: async () => {
      await Promise.all(idle.splice(0).map(thread => thread.end()))
    },
    close: async () => {
      closed = true
      places.close()
      await Promise.all([...idle.splice(0), ...busy].map(thread => thread.end()))
    },
  }
}

async function isWithinMb(thread: Thread, mostMb: number | undefined): Promise<boolean> {
  return mostMb === undefined || (thread.isAlive() && (await thread.heldMb()) <= mostMb)
}

async function* follow<Input, Output, Piece>(
  thread: Thread,
  { module, task, timeMs, outputMax, refusal }: Work<Input, Output, Piece>,
  input: Input,
  { moving, returned }: StreamOptions<Piece>,
  state: { isFree: boolean },
): AsyncGenerator<Piece, Output> {
  await thread.startClock(LOAD_MS)
  thread.post({ kind: 'start', module, task, input, outputMax }, moving)
  for (let count = 0; count < AHEAD; count++) thread.post({ kind: 'more' })
  for (;;) {
    const arrival = await thread.next()
    switch (arrival.kind) {
      case 'loaded':
        await thread.startClock(timeMs)
        break
      case 'piece': {
        const piece = arrival.value as Piece
        yield piece
        const buffer = returned?.(piece)
        thread.post({ kind: 'more', ...(buffer !== undefined && { returned: buffer }) }, buffer ? [buffer] : [])
        break
      }
      case 'done':
        state.isFree = true
        return arrival.value as Output
      case 'refused':
      case 'failed':
        state.isFree = arrival.kind === 'refused'
        throw errorOf(arrival)
      default:
        throw stopOf(arrival, refusal)
    }
  }
}

const STOPS: Readonly<Record<string, StopReason>> = { out_of_time: 'time', out_of_memory: 'memory', too_large: 'size' }

function stopOf(arrival: Arrival, refusal: (reason: StopReason) => Error): Error {
  const reason = STOPS[arrival.kind]
  if (reason !== undefined) return refusal(reason)
  return new Error('A thread ended before its work did.')
}

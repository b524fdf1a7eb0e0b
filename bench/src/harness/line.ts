/** Sends messages from PostgreSQL through workers to a recipient of any channel, and measures throughput and cost. */
import type { BenchEngine } from './engine.ts'
import type { BenchPostgres } from './postgres.ts'
import { family, inMebibytes, processorTime, watchMemory } from './processes.ts'

interface Parts {
  postgres: BenchPostgres
  engine: BenchEngine
  /** Counts what arrives. */
  sink: AsyncDisposable & { pid: number; arrived(): Promise<number> }
  /** What is sent and who takes it, in a word each. */
  words: { message: string; sink: string }
}

/** Microseconds of processor time for each message; NaN where the system does not provide it. */
export interface Taken {
  workers: number
  postgres: number
  sink: number
}

export interface Line extends AsyncDisposable {
  /** Sends by `work`, which answers seconds. Returns messages per second; throws when others arrived than were sent. */
  send(recipients: number, work: () => Promise<number>): Promise<number>
  /** Of the last campaign, when every process has warmed up. */
  readonly taken: Taken
  /** Memory of the campaigns so far, and the processor time of the last one. */
  costs(): Promise<string>
}

export function measuredLine({ postgres, engine, sink, words }: Parts): Line {
  const stack = new AsyncDisposableStack()
  stack.use(sink)
  stack.use(engine)
  const memory = stack.use(watchMemory(() => engine.pids()))
  const read = (): Times[] =>
    [engine.pids(), family(postgres.pid), [sink.pid]].map(pids => new Map(pids.map(pid => [pid, processorTime([pid])])))
  let taken: Taken = { workers: NaN, postgres: NaN, sink: NaN }
  return {
    async send(recipients, work) {
      // In a new cluster each campaign would wait for new files of the log, filled with zeros: 2 us a mail that come only once.
      await postgres.checkpoint()
      const arrivedBefore = await sink.arrived()
      const before = read()
      const seconds = await work()
      const [workers = NaN, database = NaN, taker = NaN] = read().map(
        (times, index) => spent(before[index] ?? new Map(), times) / recipients,
      )
      taken = { workers, postgres: database, sink: taker }
      // A benchmark of an engine that loses messages says nothing.
      const arrived = (await sink.arrived()) - arrivedBefore
      if (arrived !== recipients) throw new Error(`${arrived} of ${recipients} ${words.message}s arrived`)
      return recipients / seconds
    },
    get taken() {
      return taken
    },
    costs: async () => `${inMebibytes(await memory.stop())} a worker; ${inWords(taken, words)}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function inWords(taken: Taken, { message, sink }: Parts['words']): string {
  if (Number.isNaN(taken.workers)) return 'processor time unknown'
  const [workers, postgres, taker] = [taken.workers, taken.postgres, taken.sink].map(Math.round)
  return `a ${message} takes ${workers} µs of workers, ${postgres} of PostgreSQL, ${taker} of the ${sink}`
}

/** Microseconds by process. */
type Times = ReadonlyMap<number, number>

/** Ignores a process that has ended in between: its earlier time must not be subtracted from that of the others. */
function spent(before: Times, after: Times): number {
  let sum = 0
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0)
  return sum
}

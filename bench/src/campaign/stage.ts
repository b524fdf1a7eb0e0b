/** All that a campaign needs around it: a database, a mail server, workers, an application with people. */
import { startEngine, type BenchEngine } from '../harness/engine.ts'
import type { BenchDatabase, BenchPostgres } from '../harness/postgres.ts'
import { family, inMebibytes, processorTime, watchMemory } from '../harness/processes.ts'
import { type MailCounter, startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addApplication, sendCampaign } from './application.ts'
import { sendRaw } from './raw-client.ts'
import { composeOne } from './sample.ts'

// What the raw client opens, and a campaign: of what its configuration allows, a tenth is kept for test messages.
const CONNECTIONS = 20
const CONNECTIONS_ALLOWED = 22

interface StageOptions {
  postgres: BenchPostgres
  workers: number
  recipients: number
  /** PEM of an RSA key: mails are signed. */
  dkimKey?: string
}

export interface Stage {
  /** Sends a campaign to everybody, or to those of another application. Answers mails per second. */
  send(to?: { applicationId: string; recipients: number }): Promise<number>
  /** The same number of mails by the raw client. */
  sendRaw(): Promise<number>
  /** A further application with the same settings. */
  addApplication(recipients: number): Promise<string>
  /** Memory and processor time of the campaigns so far. */
  costs(): Promise<string>
  stop(): Promise<void>
}

export async function setStage({ postgres, workers, recipients, dkimKey }: StageOptions): Promise<Stage> {
  const database = await postgres.newDatabase()
  const sink = await startMailCounter({ record: false })
  const mail = { port: sink.port, connections: CONNECTIONS_ALLOWED, ...(dkimKey !== undefined && { dkimKey }) }
  const applicationId = await addApplication(database, recipients, mail)
  const engine = await startEngine(database, workers)
  const times = new ProcessorTimes({ postgres, engine, sink })
  const memory = watchMemory(() => engine.pids())
  const content = composeOne()
  return {
    send: async (to = { applicationId, recipients }) => {
      // In a new cluster each campaign would wait for new files of the log, filled with zeros: 2 us a mail that come only once.
      await postgres.checkpoint()
      const seconds = await times.during(to.recipients, () => counted(sink, to, database))
      return to.recipients / seconds
    },
    sendRaw: () => sendRaw({ port: sink.port, connections: CONNECTIONS, mails: recipients, content }),
    addApplication: n => addApplication(database, n, mail),
    costs: async () => `${inMebibytes(await memory.stop())} a worker; ${times.perMail()}`,
    stop: async () => {
      await memory.stop()
      await engine.stop()
      await sink.stop()
    },
  }
}

/** Sends, and compares what left with what arrived: a benchmark of an engine that loses mails says nothing. */
async function counted(
  sink: MailCounter,
  { applicationId, recipients }: { applicationId: string; recipients: number },
  database: BenchDatabase,
): Promise<number> {
  const before = await sink.mails()
  const seconds = await sendCampaign(database, applicationId, recipients)
  const arrived = (await sink.mails()) - before
  if (arrived !== recipients) throw new Error(`${arrived} of ${recipients} mails arrived`)
  return seconds
}

interface Parts {
  postgres: BenchPostgres
  engine: BenchEngine
  sink: MailCounter
}

/** Whose processor time a mail takes; of the last campaign, when every process has warmed up. */
class ProcessorTimes {
  readonly #parts: Parts
  #perMail = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async during<T>(mails: number, work: () => Promise<T>): Promise<T> {
    const before = this.#read()
    const result = await work()
    const after = this.#read()
    const [workers = NaN, postgres = NaN, sink = NaN] = after.map(
      (times, index) => spent(before[index] ?? new Map(), times) / mails,
    )
    this.#perMail = Number.isNaN(workers)
      ? 'processor time unknown'
      : `a mail takes ${Math.round(workers)} µs of workers, ${Math.round(postgres)} of PostgreSQL, ${Math.round(sink)} of the sink`
    return result
  }

  perMail(): string {
    return this.#perMail
  }

  #read(): Times[] {
    const { postgres, engine, sink } = this.#parts
    return [engine.pids(), family(postgres.pid), [sink.pid]].map(
      pids => new Map(pids.map(pid => [pid, processorTime([pid])])),
    )
  }
}

/** Microseconds by process. */
type Times = ReadonlyMap<number, number>

/** A process that has ended in between takes its time along: what it had before must not be counted against the others. */
function spent(before: Times, after: Times): number {
  let sum = 0
  for (const [pid, time] of after) sum += time - (before.get(pid) ?? 0)
  return sum
}

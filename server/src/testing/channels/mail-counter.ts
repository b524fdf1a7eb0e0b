/** The sink as a process of its own, which outlives every kill of the product and counts what each address got. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { SinkReport, SinkTally } from './smtp-sink.ts'

const LOOK_MS = 20

export interface MailCounter extends AsyncDisposable {
  port: number
  pid: number
  report(): Promise<SinkReport>
  tally(): Promise<SinkTally>
  /** How many mails came so far. */
  mails(): Promise<number>
  /** Resolves once so many mails have come. */
  untilMails(count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts it at a free port, or at the one given; `latencyMs` is how long each of its answers takes, `record` counts by address. */
export async function startMailCounter({ latencyMs = 0, port = 0, record = true } = {}): Promise<MailCounter> {
  const flags = [`--latency-ms=${latencyMs}`, `--port=${port}`, ...(record ? ['--record'] : [])]
  const child = fork(new URL('./smtp-sink.ts', import.meta.url), flags)
  const [hello] = (await once(child, 'message')) as [{ port: number }]
  const ask = async <Answer>(what: 'report' | 'tally'): Promise<Answer> => {
    child.send(what)
    const [answer] = (await once(child, 'message')) as [Answer]
    return answer
  }
  const tally = (): Promise<SinkTally> => ask('tally')
  const mails = async (): Promise<number> => (await tally()).mails
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  }
  return {
    port: hello.port,
    pid: child.pid ?? 0,
    report: () => ask('report'),
    tally,
    mails,
    untilMails: async count => {
      while ((await mails()) < count) await delay(LOOK_MS)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

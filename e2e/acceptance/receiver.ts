/** A mail server in a process of its own, which outlives every kill of the product and counts what each address got. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { SinkReport } from '@notifly/server/testing/smtp-sink'

export interface Receiver {
  port: number
  report(): Promise<SinkReport>
  /** How many mails came so far. */
  mails(): Promise<number>
  stop(): Promise<void>
}

const ENTRY = new URL('../../server/src/testing/smtp-sink.ts', import.meta.url)

/** Starts a receiver at a free port, or at the one given; `latencyMs` is how long each of its answers takes. */
export async function startReceiver({ latencyMs = 0, port = 0 } = {}): Promise<Receiver> {
  const child = fork(ENTRY, ['--record', `--latency-ms=${latencyMs}`, `--port=${port}`])
  const [hello] = (await once(child, 'message')) as [{ port: number }]
  const report = async (): Promise<SinkReport> => {
    child.send('report')
    const [answer] = (await once(child, 'message')) as [SinkReport]
    return answer
  }
  return {
    port: hello.port,
    report,
    mails: async () => (await report()).mails,
    stop: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

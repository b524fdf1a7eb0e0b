/** The mail server that everything is sent to, as a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SinkReport } from '@notifly/server/testing/smtp-sink'

export interface Sink {
  port: number
  pid: number
  /** Mails taken since it started. */
  mails(): Promise<number>
  stop(): Promise<void>
}

/** Starts the fastest SMTP server that we have. */
export async function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(import.meta.resolve('@notifly/server/testing/smtp-sink')))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    pid: child.pid ?? 0,
    mails: async () => {
      child.send('report')
      const [report] = (await once(child, 'message')) as [SinkReport]
      return report.mails
    },
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

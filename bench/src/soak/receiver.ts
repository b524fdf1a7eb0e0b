/** The mail server that counts, in a process of its own: nothing that is killed takes its figures along. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SinkReport, SinkTally } from '@notifly/server/testing/smtp-sink'

const LOOK_MS = 20
/** Nothing has come for so long: what was on its way when a process stopped has arrived. */
const QUIET_MS = 500

export interface Receiver {
  port: number
  report(): Promise<SinkReport>
  tally(): Promise<SinkTally>
  /** Resolves once so many mails have come. */
  untilMails(count: number): Promise<void>
  /** Resolves once nothing comes any more. */
  untilQuiet(): Promise<void>
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const sink = fork(fileURLToPath(import.meta.resolve('@notifly/server/testing/smtp-sink')), ['--record'])
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const ask = async <T>(what: 'report' | 'tally'): Promise<T> => {
    sink.send(what)
    const [answer] = (await once(sink, 'message')) as [T]
    return answer
  }
  const tally = (): Promise<SinkTally> => ask('tally')
  return {
    port,
    report: () => ask('report'),
    tally,
    untilMails: async count => {
      while ((await tally()).mails < count) await delay(LOOK_MS)
    },
    untilQuiet: async () => {
      for (let before = -1, now = (await tally()).mails; before !== now; now = (await tally()).mails) {
        before = now
        await delay(QUIET_MS)
      }
    },
    stop: () => sink.disconnect(),
  }
}

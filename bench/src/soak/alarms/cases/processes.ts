/** API processes and schedulers that are away, hang or end. */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { processNamed, tree } from '../../../harness/processes.ts'
import { PASSWORD } from '../../../harness/product.ts'
import { signalOne } from '../../signal-one.ts'
import { type AlarmCase, followLog, until, untilFigure, untilIssue } from '../ground.ts'
import type { Site } from '../site.ts'

const down: AlarmCase<Site> = {
  alarm: 'NotiflyDown',
  async cause({ api }) {
    await api.stop()
    return {
      // Started with a setting that is refused, as after a wrong change of it.
      look: async () => {
        const said = await api.refusal({ NOTIFLY_LOG_LEVEL: 'loud' })
        if (!said.includes('NOTIFLY_LOG_LEVEL is')) throw new Error(`the end of the log says ${said}`)
        return 'end of the log: the setting that is refused'
      },
      mend: async () => void (await api.start()),
    }
  },
}

const noScheduler: AlarmCase<Site> = {
  alarm: 'NotiflyNoScheduler',
  async cause(site) {
    const { call, scheduler } = site
    await scheduler.stop()
    // The mail with the link is a job.
    await call('', 'POST', '/authP/sign-up', { name: 'Meera', email: 'meera@example.com', password: PASSWORD })
    return {
      look: () => untilIssue(site, 'no_scheduler'),
      mend: async () => void (await scheduler.start()),
    }
  },
}

const RESTARTS = 4

const restarts: AlarmCase<Site> = {
  alarm: 'NotiflyRestarts',
  async cause(site) {
    const { api } = site
    const log = followLog(site)
    for (let n = 0; n < RESTARTS; n++) {
      const killed = await signalOne('SIGKILL', () => processNamed('api', tree(api.pid)))
      await until('the API answers again', async () => {
        const pid = processNamed('api', tree(api.pid))
        return pid !== undefined && pid !== killed && (await answers(api.url))
      })
    }
    return {
      look: () => log('a process ended and is started again', '"reason":"died"', '"signal":"SIGKILL"'),
      mend: () => Promise.resolve(),
    }
  },
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const STOPPED_MS = 1200
const RUNNING_MS = 250

const busy: AlarmCase<Site> = {
  alarm: 'NotiflyBusyProcess',
  async cause(site) {
    const pid = processNamed('api', tree(site.api.pid)) ?? 0
    const theft = takeProcessor(pid)
    return {
      look: () =>
        untilFigure(site, { what: 'lag of the event loop', expression: 'nodejs_eventloop_lag_p99_seconds', above: 1 }),
      mend: () => theft.stop(),
    }
  },
}

/** What a machine does whose processor others use: the process gets a fraction of the time, with long pauses. */
function takeProcessor(pid: number): { stop(): Promise<void> } {
  let isOver = false
  const work = async (): Promise<void> => {
    while (!isOver) {
      process.kill(pid, 'SIGSTOP')
      await delay(STOPPED_MS)
      process.kill(pid, 'SIGCONT')
      await delay(RUNNING_MS)
    }
  }
  const worked = work()
  return {
    stop: () => {
      isOver = true
      return worked
    },
  }
}

export const PROCESS_CASES: readonly AlarmCase<Site>[] = [down, noScheduler, restarts, busy]

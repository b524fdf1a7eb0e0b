/** Workers that hang, end, or cannot bring into the database what providers answered. */
import process from 'node:process'
import { openRun } from '@notifly/server/testing/engine/world'
import { whenDone } from '../../../campaign/application.ts'
import { tree } from '../../../harness/processes.ts'
import { fillDisk, freeDisk } from '../disk.ts'
import { type AlarmCase, followLog, readStatus, until, untilIssue } from '../ground.ts'
import { holdWith } from '../held.ts'
import type { Site } from '../site.ts'

const silentWorker: AlarmCase<Site> = {
  alarm: 'NotiflySilentWorker',
  async cause(site) {
    const [machine] = site.workers
    const all = tree(machine.pid)
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    return {
      look: async () => {
        const issue = await untilIssue(site, 'silent_worker')
        const { workers } = await readStatus(site)
        const silent = workers.filter(worker => worker.is_silent).map(({ pid }) => pid)
        if (!silent.every(pid => all.includes(pid))) throw new Error('another worker is silent')
        return `${issue}, with its process and machine`
      },
      mend: async () => {
        for (const pid of all) process.kill(pid, 'SIGCONT')
      },
    }
  },
}

const noWorker: AlarmCase<Site> = {
  alarm: 'NotiflyNoWorker',
  async cause(site) {
    const [, other] = site.workers
    const { database } = site.postgres
    const log = followLog(site)
    await other.stop()
    await fillDisk(site.disk)
    const { applicationId } = await site.newShop({ contacts: 2000 })
    const { runId } = await openRun(database, applicationId)
    return {
      look: async () => `${await log('a worker ended')}; ${await log('ENOSPC')}`,
      mend: async () => {
        await freeDisk(site.disk)
        await whenDone(database, runId)
        await other.start()
      },
    }
  },
}

/** Of batches: more than the alarm wants. */
const LOST = 14
const LOST_WITHIN_MS = 150_000

const leasesLost: AlarmCase<Site> = {
  alarm: 'NotiflyLeasesLost',
  async cause(site) {
    const { database } = site.postgres
    const log = followLog(site)
    const { applicationId } = await site.newShop({ contacts: 40_000, messagesPerSecond: 400 })
    const { leases_lost: before } = await readStatus(site)
    const { runId } = await openRun(database, applicationId)
    await until(
      'batches lose their worker',
      async () => {
        const { leases_lost: lost, workers } = await readStatus(site)
        const busy = workers.find(worker => worker.batches > 0 && !worker.is_silent)
        // As the system does where memory is short.
        if (busy !== undefined) signal(busy.pid, 'SIGKILL')
        return lost.total >= before.total + LOST
      },
      LOST_WITHIN_MS,
    )
    return {
      look: () => log('a worker ended', '"signal":"SIGKILL"'),
      mend: async () => void (await whenDone(database, runId)),
    }
  },
}

/** The process may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const SHOPS = 10
const PEOPLE = 20_000

const journalBehind: AlarmCase<Site> = {
  alarm: 'NotiflyJournalBehind',
  async cause(site) {
    const { database } = site.postgres
    const shops = await Promise.all(Array.from({ length: SHOPS }, () => site.newShop({ contacts: PEOPLE })))
    const runs: string[] = []
    for (const { applicationId } of shops) runs.push((await openRun(database, applicationId)).runId)
    // As a tool does that works on the table.
    const held = await holdWith(database, 'lock table delivery in share row exclusive mode')
    return {
      look: async () => {
        const issue = await untilIssue(site, 'journal_behind')
        await until('a session holds up others', async () => (await held.holders()) > 0)
        return `${issue}; PostgreSQL: the session that others wait for`
      },
      mend: async () => {
        await held.end()
        for (const runId of runs) await whenDone(database, runId)
      },
    }
  },
}

export const WORKER_CASES: readonly AlarmCase<Site>[] = [silentWorker, noWorker, leasesLost, journalBehind]

/** Workers that hang, end, or cannot bring into the database what providers answered. */
import process from 'node:process'
import { openRun } from '@notifly/server/testing/engine/world'
import { whenDone } from '../../../campaign/application.ts'
import { tree } from '../../../harness/processes.ts'
import { signalOne } from '../../signal-one.ts'
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

const KILLS = 12

const leasesLost: AlarmCase<Site> = {
  alarm: 'NotiflyLeasesLost',
  async cause(site) {
    const { database } = site.postgres
    const log = followLog(site)
    const { applicationId } = await site.newShop({ contacts: 20_000, messagesPerSecond: 400 })
    const { runId } = await openRun(database, applicationId)
    for (let n = 0; n < KILLS; n++) {
      await signalOne('SIGKILL', async () => {
        const { workers } = await readStatus(site)
        return workers.find(worker => worker.batches > 0 && !worker.is_silent)?.pid
      })
    }
    return {
      look: () => log('a worker ended', '"signal":"SIGKILL"'),
      mend: async () => {
        await whenDone(database, runId)
      },
    }
  },
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

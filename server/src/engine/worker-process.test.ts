/** What ends the process of a worker. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { uuidv7 } from '../lib/uuid.ts'
import { isRoot } from '../testing/data-directories.ts'
import { testDatabase } from '../testing/database.ts'
import { dataFolder } from '../testing/engine/workers.ts'
import { workerOrder } from '../testing/engine/worker-order.ts'
import { createApplication, openRun, prepareEngine } from '../testing/engine/world.ts'
import { mountSmallDisk } from '../testing/full-disk.ts'
import { databaseUrl, onServer } from '../testing/postgres-setup.ts'
import { startSmtpSink } from '../testing/channels/smtp-sink.ts'
import type { WorkerOrder } from './worker.ts'

const ENTRY = new URL('./worker-process.ts', import.meta.url)
const database = await testDatabase()
await prepareEngine(database)

test.skipIf(!isRoot)(
  'a worker that finds no room for its journal says so in words, and sends nothing',
  async () => {
    const journalsDir = dataFolder()
    mountSmallDisk(journalsDir, '64k')
    expect(() => writeFileSync(join(journalsDir, 'filler'), Buffer.alloc(100_000))).toThrow('ENOSPC')
    const sink = await startSmtpSink({ record: true })
    const { applicationId } = await createApplication(database, { contacts: 10, port: sink.port })
    await openRun(database, applicationId)
    const worker = fork(ENTRY, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const order = workerOrder(database, { tuning: { sweepMs: 100, pollMs: 50 } })
    worker.send({ ...order, workerId: uuidv7(), hostId: uuidv7(), journalsDir } satisfies WorkerOrder)
    expect(worker.stderr && (await text(worker.stderr))).toMatch(
      /^worker (ended|could not start): the disk of the data directory is full, .* Make room: nothing is lost/,
    )
    expect(sink.tally().mails).toBe(0)
    await sink.close()
  },
  30_000,
)

test('a worker whose supervisor has died ends by itself, also when its database is gone for good', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 5 })
  const { applicationId } = await createApplication(database, { contacts: 1000, port: sink.port })
  await openRun(database, applicationId)
  const worker = fork(ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void worker.kill('SIGKILL'))
  const order = workerOrder(database, { tuning: { stopMs: 500, sweepMs: 100, pollMs: 50 } })
  worker.send({ ...order, workerId: uuidv7(), hostId: uuidv7(), journalsDir: dataFolder() } satisfies WorkerOrder)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(100), { timeout: 15_000, interval: 5 })
  const { connectionString } = database
  const name = new URL(connectionString).pathname.slice(1)
  await onServer(databaseUrl(connectionString, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`)
  // As it is when the process at the other end is killed.
  worker.disconnect()
  await once(worker, 'exit', { signal: AbortSignal.timeout(10_000) })
  await sink.close()
}, 30_000)

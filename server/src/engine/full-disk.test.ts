/** The disk of the journals, or that of the database, fills up amid a campaign. Mounting a small one takes root. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMailCounter } from '../testing/channels/mail-counter.ts'
import { isRoot } from '../testing/data-directories.ts'
import { testDatabase } from '../testing/database.ts'
import { fillDiskOf, mountSmallDisk } from '../testing/full-disk.ts'
import { dataFolder, startEngine } from '../testing/engine/workers.ts'
import { addressesInDoubt, createApplication, openRun, prepareEngine, runRow } from '../testing/engine/world.ts'

const CONTACTS = 4000
type MailCounter = Awaited<ReturnType<typeof startMailCounter>>
const database = await testDatabase()
await prepareEngine(database)

test.skipIf(!isRoot)(
  'a campaign whose journals fill the disk loses nobody and goes on when there is room',
  async () => {
    const folder = dataFolder()
    // As much as the journal of a part of the campaign.
    mountSmallDisk(folder, '300k')
    await using receiver = await startMailCounter()
    const { applicationId } = await createApplication(database, { contacts: CONTACTS, port: receiver.port })
    // Its own keeper first: the disk is then full amid the campaign, and not when it begins.
    await startEngine(database, { dataDir: folder, tuning: { sweepMs: 100, pollMs: 50 } })
    const { runId } = await openRun(database, applicationId)
    await receiver.untilMails(CONTACTS / 10)
    const filler = join(folder, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(1_000_000))).toThrow('ENOSPC')
    await receiver.untilMails(CONTACTS / 5)
    rmSync(filler)
    await expectWholeRun(runId, receiver)
  },
  120_000,
)

test('a campaign whose outcomes find no room in the database loses nobody and goes on when there is room', async () => {
  await using receiver = await startMailCounter()
  const { applicationId } = await createApplication(database, { contacts: CONTACTS, port: receiver.port })
  await startEngine(database, { tuning: { sweepMs: 100, pollMs: 50 } })
  const { runId } = await openRun(database, applicationId)
  await receiver.untilMails(CONTACTS / 10)
  const disk = await fillDiskOf(database.pool, 'delivery')
  await expect.poll(disk.refused, { timeout: 30_000 }).toBeGreaterThan(2)
  await disk.makeRoom()
  await expectWholeRun(runId, receiver)
}, 120_000)

/** Waits until the run is done: every contact has a mail, and a second one only where the worker noted its doubt. */
async function expectWholeRun(runId: string, receiver: MailCounter): Promise<void> {
  await vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), {
    timeout: 90_000,
    interval: 50,
  })
  const { recipients } = await receiver.report()
  expect(Object.keys(recipients)).toHaveLength(CONTACTS)
  const doubled = Object.keys(recipients).filter(address => (recipients[address] ?? 0) > 1)
  const marked = await addressesInDoubt(database, runId)
  expect(doubled.filter(address => !marked.has(address.toLowerCase()))).toEqual([])
}

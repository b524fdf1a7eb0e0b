/** The disk of the journals is full. Mounting a small one takes root. */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startMailCounter } from '../testing/channels/mail-counter.ts'
import { isRoot } from '../testing/data-directories.ts'
import { testDatabase } from '../testing/database.ts'
import { dataFolder, startEngine } from '../testing/engine/workers.ts'
import { addressesInDoubt, createApplication, openRun, prepareEngine, runRow } from '../testing/engine/world.ts'

const CONTACTS = 4000
const database = await testDatabase()
await prepareEngine(database)

/** Of 300 KB, as much as the journal of a part of the campaign. */
function smallDisk(): string {
  const folder = dataFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

test.skipIf(!isRoot)(
  'a campaign whose journals fill the disk loses nobody and goes on when there is room',
  async () => {
    const folder = smallDisk()
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
    await vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), {
      timeout: 90_000,
      interval: 50,
    })
    const { recipients } = await receiver.report()
    expect(Object.keys(recipients)).toHaveLength(CONTACTS)
    const doubled = Object.keys(recipients).filter(address => (recipients[address] ?? 0) > 1)
    const marked = await addressesInDoubt(database, runId)
    expect(doubled.filter(address => !marked.has(address.toLowerCase()))).toEqual([])
  },
  120_000,
)

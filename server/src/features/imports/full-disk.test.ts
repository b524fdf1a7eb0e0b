/** The disk is full while a file is uploaded, checked or inserted. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { isRoot, scratchFolder } from '../../testing/data-directories.ts'
import { fillDiskOf, mountSmallDisk } from '../../testing/full-disk.ts'
import { audienceFiles } from '../../testing/people/audience-files.ts'

const kit = await testApp()
const files = audienceFiles(kit)
const folder = await scratchFolder()

const ROWS = 12_000
const list = {
  name: 'list.csv',
  content: `email,name\n${Array.from({ length: ROWS }, (_, at) => `u${at}@example.com,Person number ${at}`).join('\n')}\n`,
}
const NO_SPACE = { success: false, key: 'errors.diskFull' }

async function contactsOf(applicationId: string): Promise<number> {
  const { rows } = await kit.database.pool.query<{ n: number }>(
    'select count(*)::int as n from contact where application_id = $1',
    [applicationId],
  )
  return rows[0]?.n ?? 0
}

test.skipIf(!isRoot)(
  'an upload that fills the disk is refused in words, leaves nothing, and passes once there is room',
  async () => {
    const owner = await kit.withApplication()
    const disk = join(folder, 'uploads')
    mkdirSync(disk)
    mountSmallDisk(disk, '1m')
    vi.stubEnv('TMPDIR', disk)
    onTestFinished(() => void vi.unstubAllEnvs())
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(800_000))
    expect(await files.verify(owner, list)).toMatchObject({ status: 503, body: NO_SPACE })
    expect(readdirSync(disk)).toEqual(['filler'])
    expect(kit.logLines.filter(line => line.includes('a disk is full'))).toHaveLength(1)
    rmSync(filler)
    expect(await files.verify(owner, list)).toMatchObject({ status: 200, data: { expected_users: ROWS } })
  },
)

test('a file that the database has no room to check is refused in words, and passes later', async () => {
  const owner = await kit.withApplication()
  const disk = await fillDiskOf(kit.database.pool, 'import_row')
  expect(await files.verify(owner, list)).toMatchObject({ status: 503, body: NO_SPACE })
  await disk.makeRoom()
  expect(await files.verify(owner, list)).toMatchObject({ status: 200 })
})

test(
  'an insert that fills the disk goes on by itself when there is room: each contact once',
  { timeout: 90_000 },
  async () => {
    const owner = await kit.withApplication()
    const { data } = await files.verify(owner, list)
    const disk = await fillDiskOf(kit.database.pool, 'contact')
    await files.insert(owner, data.corelation_id, 'Everyone')
    await expect.poll(disk.refused, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await files.progress(owner, data.corelation_id)).toMatchObject({ state: 'inserting', rows_done: 0 })
    expect(await contactsOf(owner.applicationId)).toBe(0)
    await disk.makeRoom()
    expect(await files.ended(owner, data.corelation_id)).toMatchObject({ state: 'done', rows_done: ROWS })
    expect(await contactsOf(owner.applicationId)).toBe(ROWS)
  },
)

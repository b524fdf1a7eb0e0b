import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MANIFEST_FILE, writtenManifest } from '../../db/backup/manifest.ts'
import { scratchFolder } from '../../testing/data-directories.ts'
import { folderFor, listStoredBackups, removeOld } from './stored-backups.ts'

const folder = await scratchFolder()
const segment = (no: number): string => `0000000100000000${String(no).padStart(8, '0')}`

test('the newest backups stay, and of the archives what they need', async () => {
  const [dir, archiveDir] = [join(folder, 'backups'), join(folder, 'archive')]
  const [former, present] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [former, present]) {
    await mkdir(join(archiveDir, id), { recursive: true })
    for (let no = 1; no <= 9; no++) await writeFile(join(archiveDir, id, `${segment(no)}.zst.age`), '')
    await writeFile(join(archiveDir, id, `${segment(2)}.00000028.backup.zst.age`), '')
    await writeFile(join(archiveDir, id, '00000002.history.zst.age'), '')
    await writeFile(join(archiveDir, id, 'key.age'), '')
  }
  const made = [
    { hour: 1, id: former, first: 3 },
    { hour: 2, id: present, first: 2 },
    { hour: 3, id: present, first: 5 },
    { hour: 4, id: present, first: 7 },
  ]
  for (const { hour, id, first } of made) {
    const moment = new Date(Date.UTC(2026, 10, 28, hour))
    await mkdir(folderFor(dir, moment), { recursive: true })
    const manifest = writtenManifest({
      ...{ version: '0.1.0', migrations: [], kind: 'embedded', files: {} },
      ...{ postgres: { version: 18, machine: 'x' }, database: { bytes: 1 } },
      ...{ began: moment.toISOString(), moment: moment.toISOString() },
      archive: { id, segment: segment(first) },
    })
    await writeFile(join(folderFor(dir, moment), MANIFEST_FILE), manifest)
  }
  await mkdir(join(dir, '.notifly-2026-11-28T00-00-00Z.incomplete'))
  await mkdir(join(dir, 'of somebody else'))

  await removeOld({ dir, keep: 2, archiveDir })
  const hours = (await listStoredBackups(dir)).map(({ manifest }) => new Date(manifest.moment).getUTCHours())
  expect(hours).toEqual([4, 3])
  expect((await readdir(dir)).sort()).toEqual([
    'notifly-2026-11-28T03-00-00Z',
    'notifly-2026-11-28T04-00-00Z',
    'of somebody else',
  ])
  expect(await readdir(archiveDir)).toEqual([present])
  expect((await readdir(join(archiveDir, present))).sort()).toEqual([
    ...[5, 6, 7, 8, 9].map(no => `${segment(no)}.zst.age`),
    '00000002.history.zst.age',
    'key.age',
  ])
})

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearDemo } from './demo.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notifly-demo-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('another installation is left alone', async () => {
  await writeFile(join(folder, 'secret'), 'kept')
  expect(await clearDemo(folder)).toContain('holds something that is no demo')
  expect(await readdir(folder)).toEqual(['secret'])
})

test('a demo is removed, also one whose fill was interrupted', async () => {
  const interrupted = join(folder, 'new')
  expect(await clearDemo(interrupted)).toBeUndefined()
  await writeFile(join(interrupted, 'secret'), 'half')
  expect(await clearDemo(interrupted)).toBeUndefined()
  expect(existsSync(join(interrupted, 'secret'))).toBe(false)
  await rm(join(interrupted, 'demo-begun'))
  await writeFile(join(interrupted, 'demo.json'), '{}')
  await writeFile(join(interrupted, 'secret'), 'whole')
  expect(await clearDemo(interrupted)).toBeUndefined()
  expect(existsSync(join(interrupted, 'secret'))).toBe(false)
})

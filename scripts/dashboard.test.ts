import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDashboard, hashSources } from './dashboard.ts'

let root: string

/** Replaces vite: writes index.html, or fails as long as a source holds the word broken. */
const BUNDLER = `
const { readFileSync, mkdirSync, writeFileSync } = require('node:fs')
if (readFileSync('src/main.tsx', 'utf8').includes('broken')) {
  console.error('cannot bundle')
  process.exit(1)
}
mkdirSync('dist', { recursive: true })
writeFileSync('dist/index.html', 'built')
`

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'notifly-dashboard-'))
  await write('node_modules/vite/bin/vite.js', BUNDLER)
  await write('web/src/main.tsx', 'start()')
  await write('web/index.html', '<p>')
  await write('contracts/src/runs.ts', 'export const a = 1')
  await write('package-lock.json', '{}')
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('the first start builds, the next does not', async () => {
  const told: string[] = []
  expect((await buildDashboard(root, () => told.push('building'))).state).toBe('built')
  expect((await buildDashboard(root, () => told.push('again'))).state).toBe('fresh')
  expect(told).toEqual(['building'])
})

test.each([
  ['a page', 'web/src/main.tsx', 'other()'],
  ['a new file in a new folder', 'web/src/features/runs/RunPage.tsx', 'page'],
  ['the contracts', 'contracts/src/runs.ts', 'export const a = 2'],
  ['the versions of packages', 'package-lock.json', '{"x":1}'],
  ['the settings of the bundler', 'web/vite.config.ts', 'export default {}'],
])('a change of %s makes it stale', async (_what, path, text) => {
  await buildDashboard(root)
  await write(path, text)
  expect((await buildDashboard(root)).state).toBe('built')
})

test.each(['web/src/main.test.tsx', 'web/src/testing/render.tsx', 'server/src/main.ts'])(
  'a change of %s does not',
  async path => {
    await buildDashboard(root)
    await write(path, 'changed')
    expect((await buildDashboard(root)).state).toBe('fresh')
  },
)

test('a removed file makes it stale', async () => {
  await write('web/src/old.ts', 'old')
  const before = await hashSources(root)
  await rm(join(root, 'web/src/old.ts'))
  expect(await hashSources(root)).not.toBe(before)
})

test('a build whose files are gone is made again', async () => {
  await buildDashboard(root)
  await rm(join(root, 'web/dist/index.html'))
  expect((await buildDashboard(root)).state).toBe('built')
})

test('a failed build shows what the bundler said and does not count, even with the old files there', async () => {
  await buildDashboard(root)
  await write('web/src/main.tsx', 'broken')
  expect(await buildDashboard(root)).toEqual({ state: 'failed', output: expect.stringContaining('cannot bundle') })
  expect((await buildDashboard(root)).state).toBe('failed')
})

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

// Builds the dashboard when its sources are newer than web/dist. What counts as a source is hashed by content, so a fresh
// clone, a checkout of another commit and a touched file all do the right thing.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunOutcome, runNode } from './run-node.ts'

const SOURCES = [
  'web/src/**',
  'web/public/**',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contracts/src/**',
  'package-lock.json',
]
const IS_TEST = /\.test\.tsx?$|\/testing\//

/** The outcome of a build: `output` is what the bundler printed, for the case that it failed. */
export interface BuildOutcome {
  state: 'fresh' | 'built' | 'failed'
  output: string
}

/** Hash of everything that the built dashboard depends on; tests do not count. `root` is the checkout. */
export async function hashSources(root: string): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !IS_TEST.test(path)) paths.push(path)
  }
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    hash.update(`${path.slice(root.length)}\0`)
    hash.update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Brings web/dist up to date. `onBuild` is called before a build that will take seconds. */
export async function buildDashboard(root: string, onBuild: () => void = () => {}): Promise<BuildOutcome> {
  const sourcesHash = await hashSources(root)
  if (await isFresh(root, sourcesHash)) return { state: 'fresh', output: '' }
  onBuild()
  // Noted only after the last file is written: an interrupted build is built again.
  await rm(hashFile(root), { force: true })
  const { ok, output } = await runVite(root)
  if (!ok) return { state: 'failed', output }
  await writeFile(hashFile(root), sourcesHash)
  return { state: 'built', output }
}

/** Whether web/dist holds a finished build of just these sources. */
async function isFresh(root: string, sourcesHash: string): Promise<boolean> {
  if (!existsSync(join(root, 'web/dist/index.html'))) return false
  return (await readFile(hashFile(root), 'utf8').catch(() => '')) === sourcesHash
}

function hashFile(root: string): string {
  return join(root, 'web/dist/.build-hash')
}

function runVite(root: string): Promise<RunOutcome> {
  return runNode([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], join(root, 'web'))
}

// Builds a folder when its sources are newer than what was built of them. What counts as a source is hashed by content, so a
// fresh clone, a checkout of another commit and a touched file all do the right thing.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunOutcome, runNode } from './run-node.ts'

const IS_TEST = /\.test\.tsx?$|\/testing\//

/** What to build: all paths are relative to the checkout's root. */
export interface Build {
  /** Patterns of everything that the built files depend on; tests do not count. */
  sources: readonly string[]
  /** Where the workspace is; it builds into `dist` below it. */
  workspace: string
  /** The last file of the build. */
  proof: string
  /** Arguments of the bundler, once for each part. */
  parts: readonly string[][]
}

/** The outcome of a build: `output` is the bundler's output, to be printed if it failed. */
export interface BuildOutcome {
  state: 'fresh' | 'built' | 'failed'
  output: string
}

/** Hash of everything on which the built files depend. */
export async function hashFiles(root: string, sources: readonly string[]): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
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

/** Brings the built files up to date. `onBuild` is called before a build that will take seconds. */
export async function buildWhenStale(root: string, build: Build, onBuild: () => void): Promise<BuildOutcome> {
  const dist = join(root, build.workspace, 'dist')
  const hashFile = join(dist, '.build-hash')
  const hash = await hashFiles(root, build.sources)
  const isBuilt = existsSync(join(dist, build.proof)) && (await readFile(hashFile, 'utf8').catch(() => '')) === hash
  if (isBuilt) return { state: 'fresh', output: '' }
  onBuild()
  // Noted only after the last file is written: an interrupted build is built again.
  await rm(hashFile, { force: true })
  for (const part of build.parts) {
    const { ok, output } = await runVite(root, build.workspace, part)
    if (!ok) return { state: 'failed', output }
  }
  await writeFile(hashFile, hash)
  return { state: 'built', output: '' }
}

function runVite(root: string, workspace: string, part: readonly string[]): Promise<RunOutcome> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return runNode([vite, 'build', '--logLevel', 'warn', ...part], join(root, workspace))
}

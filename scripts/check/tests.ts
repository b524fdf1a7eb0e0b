// Runs vitest over all projects, its own report on the terminal and a JSON report beside it for the count.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Browsers } from '../browsers/browsers.ts'
import { REPORT_FILE } from './failures-at-once.ts'
import { type RunOutcome, runNode } from '../run-node.ts'
import { runSteps, type Tally } from './steps.ts'
import { countTests, readReport, type TestTally } from './test-report.ts'

/** The projects whose tests use a browser. */
const BROWSER_PROJECTS = ['web', 'e2e']

/**
 * Files at once. Tests wait for PostgreSQL, a socket or a browser for nearly half of their time, and the look at the source takes
 * what is left. All share one PostgreSQL with 200 connections, of which a file takes a dozen or two. Said here because the configurations of
 * the projects do not take it over from the one above them.
 */
export const WORKERS = Math.min(availableParallelism() + 1, 8)

/**
 * Runs the test files whose path has one of `filters`, all without one, and counts the tests. Without Chromium the projects that need a
 * browser are left out; without Firefox those tests that need it leave themselves out.
 */
export async function runTests(
  root: string,
  filters: readonly string[],
  browsers: Browsers,
  print: (line: string) => void,
): Promise<TestTally> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-check-'))
  const reportFile = join(folder, 'report.json')
  const statements = join(folder, 'statements')
  try {
    const exitedWell = await runVitest(
      root,
      [
        'run',
        `--maxWorkers=${WORKERS}`,
        // On a build machine one failure costs the whole change: a second one in a row is a verdict. The report names it.
        ...(process.env.CI === undefined ? [] : ['--retry=1']),
        ...(browsers.chromium === undefined ? BROWSER_PROJECTS.map(project => `--project=!${project}`) : []),
        ...filters,
      ],
      { [REPORT_FILE]: reportFile, NOTIFLY_RECORD_STATEMENTS: statements },
      browsers,
    )
    const { passed, failed, skipped } = countTests(await readReport(reportFile), exitedWell)
    const judged = await judgeStatements(root, statements, filters.length === 0, print)
    return { passed: passed + judged.passed, failed: failed + judged.failed, skipped }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Checks whether the statements that the server's tests sent would also work on a PostgreSQL that is distributed over machines
 * (docs/scale.md). `isWhole`: all tests ran.
 */
async function judgeStatements(
  root: string,
  folder: string,
  isWhole: boolean,
  print: (line: string) => void,
): Promise<Tally> {
  // Tests that were picked may send none.
  if (!existsSync(folder)) return { passed: 0, failed: 0 }
  const judge = join(root, 'server/src/testing/statements/judge.ts')
  const run = (): Promise<RunOutcome> => runNode([judge, folder, ...(isWhole ? ['--whole'] : [])], root)
  return runSteps([{ name: 'statements', run }], print)
}

async function runVitest(
  root: string,
  args: string[],
  variables: NodeJS.ProcessEnv,
  { chromium, headlessShell, firefox }: Browsers,
): Promise<boolean> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...variables }
  if (chromium !== undefined) env.NOTIFLY_CHROMIUM = chromium
  if (headlessShell !== undefined) env.NOTIFLY_HEADLESS_SHELL = headlessShell
  if (firefox !== undefined) env.NOTIFLY_FIREFOX = firefox
  // Each test file and each process of a product loads the same modules: only the first one compiles them. A quarter of the
  // processor time of short files.
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
  // What tests make lives so shortly that the collector of Node's default size spends its time on copying it.
  env.NODE_OPTIONS ??= '--max-semi-space-size=64'
  const scratch = await memoryFolder()
  if (scratch !== undefined) env.TMPDIR ??= scratch
  // Colours are for a terminal; vitest would also write them into the log of a build machine.
  if (!process.stdout.isTTY) env.NO_COLOR = '1'
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => {
      resolve(code === 0)
    })
  })
}

const GIB = 2 ** 30
const MEMORY_DISK = '/dev/shm'
/** Tests store well below this in files at any time, and their processes need as much free memory. */
const SCRATCH_BYTES = 4 * GIB

/**
 * A folder in memory for what tests write, where there is room. They make and delete files by the ten thousands (each database of
 * a test file is a thousand of them), which on disks costs a sixth of all processor time: ext4 without a journal looks past each
 * inode that was freed within minutes before it takes one. Undefined where the disk has to do.
 */
async function memoryFolder(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const disk = await statfs(MEMORY_DISK).catch(() => undefined)
  if (disk === undefined || disk.bavail * disk.bsize < SCRATCH_BYTES) return undefined
  if (process.availableMemory() < 2 * SCRATCH_BYTES) return undefined
  // Always the same one: the database servers that a killed run leaves there, the next run finds and removes.
  const folder = join(MEMORY_DISK, `notifly-tests-${process.getuid?.() ?? 0}`)
  await mkdir(folder, { recursive: true })
  return folder
}

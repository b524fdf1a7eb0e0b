// Runs vitest over all projects, its own report on the terminal and a JSON report beside it for the count.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { countTests, readReport, type TestTally } from './test-report.ts'

/** The projects whose tests drive a browser. */
const BROWSER_PROJECTS = ['web', 'e2e']

// Tests wait for PostgreSQL, a socket or a browser for nearly half of their time: as many files as cores leave a core idle. All
// share one PostgreSQL with 200 connections, of which a file takes a dozen or two. Said here because the configurations of the
// projects do not take it over from the one above them.
const WORKERS = Math.min(availableParallelism() + 1, 8)

/** What looks once more, at every page, in every language or at every benchmark, at what others have seen once. They come last. */
export const WIDE_TESTS = [
  'e2e/journeys/pages.test.ts',
  'e2e/journeys/pages-languages.test.ts',
  'e2e/journeys/walk-languages.test.ts',
  'bench/src/bench.test.ts',
]

/** Where the browsers lie that tests drive; undefined for one that there is not. */
export interface Browsers {
  chromium: string | undefined
  firefox: string | undefined
}

/**
 * Runs the tests that match the filters (without any all but the wide ones) and counts them. Without Chromium the projects that need a browser
 * are left out; without Firefox those tests that need it leave themselves out.
 */
export async function runTests(root: string, filters: string[], browsers: Browsers): Promise<TestTally> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-check-'))
  const reportFile = join(folder, 'report.json')
  try {
    const exitedWell = await runVitest(
      root,
      [
        'run',
        `--maxWorkers=${WORKERS}`,
        // On a build machine one failure costs the whole change: a second one in a row is a verdict. The report names it.
        ...(process.env.CI === undefined ? [] : ['--retry=1']),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...(browsers.chromium === undefined ? BROWSER_PROJECTS.map(project => `--project=!${project}`) : []),
        ...(filters.length === 0
          ? WIDE_TESTS.map(path => `--exclude=**/${path.split('/').slice(-2).join('/')}`)
          : filters),
      ],
      browsers,
    )
    return countTests(await readReport(reportFile), exitedWell)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runVitest(root: string, args: string[], { chromium, firefox }: Browsers): Promise<boolean> {
  // A shell that says production would get React's production build, which tests cannot drive.
  const { NODE_ENV: _, ...env } = process.env
  if (chromium !== undefined) env.NOTIFLY_CHROMIUM = chromium
  if (firefox !== undefined) env.NOTIFLY_FIREFOX = firefox
  // Each test file and each process of a product loads the same modules: only the first one compiles them. A quarter of the
  // processor time of short files.
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
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

// `npm test` and `npm run check`: everything that has to hold. The last line is the verdict. The source is looked at
// beside the tests, which wait for a third of their time.
// Words behind `--` narrow it: names of steps (`npm test -- lint format`), anything else picks test files (`npm test -- segments`).
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ensureBrowsers } from './browsers/browsers.ts'
import { chooseWork } from './check/choose-work.ts'
import { buildDashboard } from './dashboard.ts'
import { runNode } from './run-node.ts'
import { buildSiteSdk } from './site-sdk.ts'
import { buildSteps, sourceSteps } from './check/static-steps.ts'
import { runSteps, type Tally } from './check/steps.ts'
import { runTests, WORKERS } from './check/tests.ts'

const root = join(import.meta.dirname, '..')

const startedAt = performance.now()
const builds = buildSteps(root)
const { steps, testFilters } = chooseWork([...builds, ...sourceSteps(root)], process.argv.slice(2))
// Packages are unpacked while the builds compute.
const installing = testFilters && runNode([join(root, 'scripts/browsers/install-browsers.ts')], root)
const tallies = [
  await runSteps(
    steps.filter(step => builds.includes(step)),
    print,
  ),
]
const installed = await installing
if (installed?.output) print(installed.output.trim())
const rest = runSteps(
  steps.filter(step => !builds.includes(step)),
  print,
  testFilters === undefined ? undefined : 1,
)
if (testFilters !== undefined) tallies.push(await checkTests(testFilters))
tallies.push(await rest)

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
print(`\nTook ${minutes()} min.`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs the tests, with the browser and the built dashboard that some of them need. */
async function checkTests(filters: string[]): Promise<Tally> {
  const { failures, ...browsers } = ensureBrowsers(root, print)
  for (const failure of failures) print(failure)
  // Already there after the builds; with a filter they did not run. A failed build shows in the journeys.
  await buildDashboard(root)
  await buildSiteSdk(root)
  print(`\n${WORKERS} test files at once on ${availableParallelism()} cores, ${minutes()} min in.`)
  const { passed, failed, skipped } = await runTests(root, filters, browsers, print)
  if (skipped > 0) print(`${skipped} tests were skipped by their own condition.`)
  return { passed, failed: failed + failures.length }
}

function minutes(): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1)
}

function print(line: string): void {
  console.log(line)
}

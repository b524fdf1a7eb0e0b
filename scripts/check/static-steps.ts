// The steps of the check that run no test: each is one tool, started the same way on every machine.
import { join } from 'node:path'
import { buildDashboard } from '../dashboard.ts'
import { type RunOutcome, runNode } from '../run-node.ts'
import { buildSiteSdk } from '../site-sdk.ts'
import type { BuildOutcome } from '../stale-build.ts'
import type { Step } from './steps.ts'

/** Builds that the tests need. `root` is the checkout. */
export function buildSteps(root: string): Step[] {
  return [
    { name: 'dashboard build', run: () => built(buildDashboard(root)) },
    { name: 'site script build', run: () => built(buildSiteSdk(root)) },
    tool(root, 'client build', 'typescript/bin/tsc', '-p', 'client/tsconfig.build.json'),
  ]
}

/** Checks that only read the source, so that they can use the processor time that tests leave; the longest first. */
export function sourceSteps(root: string): Step[] {
  return [
    tool(root, 'format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    // The rules need the types of every file, so the linter reports what the compiler would.
    tool(root, 'lint and types', 'oxlint/bin/oxlint', '--deny-warnings'),
    tool(root, 'unused code', 'knip/bin/knip.js', '--no-progress'),
  ]
}

function tool(root: string, name: string, path: string, ...args: string[]): Step {
  return { name, run: () => runNode([join(root, 'node_modules', path), ...args], root, true) }
}

async function built(build: Promise<BuildOutcome>): Promise<RunOutcome> {
  const { state, output } = await build
  return { ok: state !== 'failed', output }
}

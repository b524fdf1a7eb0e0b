// The steps of the check that run no product code: each is one tool, started the same way on every machine.
import { join } from 'node:path'
import { buildDashboard } from './dashboard.ts'
import { type RunOutcome, runNode } from './run-node.ts'
import { buildSiteSdk } from './site-sdk.ts'
import type { BuildOutcome } from './stale-build.ts'
import type { Step } from './steps.ts'

/** All static steps, longest first so that two cores are busy to the end. `root` is the checkout. */
export function staticSteps(root: string): Step[] {
  const tool = (name: string, path: string, ...args: string[]): Step => ({
    name,
    run: () => runNode([join(root, 'node_modules', path), ...args], root),
  })
  return [
    tool('format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    // The rules need the types of every file: whoever has them for the rules knows what the compiler complains about.
    tool('lint and types', 'oxlint/bin/oxlint', '--deny-warnings'),
    tool('unused code', 'knip/bin/knip.js', '--no-progress'),
    { name: 'dashboard build', run: () => built(buildDashboard(root)) },
    { name: 'site script build', run: () => built(buildSiteSdk(root)) },
    tool('client build', 'typescript/bin/tsc', '-p', 'client/tsconfig.build.json'),
  ]
}

async function built(build: Promise<BuildOutcome>): Promise<RunOutcome> {
  const { state, output } = await build
  return { ok: state !== 'failed', output }
}

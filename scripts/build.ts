// `npm run build`: what the server hands out to browsers, the dashboard and the script for sites, and what strip-once.mjs keeps. `npm start`
// does both by itself; this is for installations whose checkout is read-only afterwards: container images, system services.
import { join } from 'node:path'
import process from 'node:process'
import { buildDashboard } from './dashboard.ts'
import { runNode } from './run-node.ts'
import { buildSiteSdk } from './site-sdk.ts'

const root = join(import.meta.dirname, '..')
await runNode(['--disable-warning=ExperimentalWarning', 'server/src/lib/process/strip-once.mjs'], root)
for (const build of [await buildDashboard(root), await buildSiteSdk(root)]) {
  if (build.state !== 'failed') continue
  console.error(build.output)
  process.exitCode = 1
}

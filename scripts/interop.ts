// `npm run interop`: the dashboard is built when it is stale, then the product meets the mail servers of others (docs/interop.md).
import { join } from 'node:path'
import process from 'node:process'
import { buildDashboard } from './dashboard.ts'
import { supervise } from './supervise.ts'

const root = join(import.meta.dirname, '..')
const build = await buildDashboard(root, () => {
  console.log('Building the dashboard ...')
})
if (build.state === 'failed') {
  console.error(build.output)
  console.error('The dashboard could not be built; nothing was tried.')
  process.exit(1)
}
process.exitCode = await supervise(['e2e/interop/interop.ts', ...process.argv.slice(2)], root)

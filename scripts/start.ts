// `npm start`: the dashboard and the script for sites are built when they are stale, then the server runs until it is told to stop.
// With --demo (`npm run demo`) it runs on a data directory full of invented data.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildDashboard } from './dashboard.ts'
import { prepareDemo } from './demo.ts'
import { buildSiteSdk } from './site-sdk.ts'
import { supervise } from './supervise.ts'

const root = join(import.meta.dirname, '..')

const startedAt = performance.now()
const build = await buildDashboard(root, () => {
  console.log('Building the dashboard ...')
})
if (build.state === 'failed') {
  console.error(build.output)
  console.error('The dashboard could not be built; nothing was started.')
  process.exit(1)
}
const sdk = await buildSiteSdk(root)
if (sdk.state === 'failed') {
  console.error(sdk.output)
  console.error("The script for customers' sites could not be built; nothing was started.")
  process.exit(1)
}
if (build.state === 'built') {
  console.log(`Dashboard built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

const [first, ...others] = process.argv.slice(2)
if (first === '--demo') {
  const door = await prepareDemo(root, others)
  process.exitCode = await supervise(['server/src/main.ts'], root)
  if (door.connected) door.disconnect()
} else {
  // Node would mention a missing file, so it is only named when it is there. The environment wins over the file.
  const envFile = join(root, '.env')
  const flags = existsSync(envFile) ? [`--env-file=${envFile}`] : []
  process.exitCode = await supervise([...flags, 'server/src/main.ts', ...process.argv.slice(2)], root)
}

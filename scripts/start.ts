// `npm start`: the dashboard and the script for sites are built when they are stale, then the server runs until it is told to stop.
// With --demo (`npm run demo`) it runs on a data directory full of invented data.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildDashboard } from './dashboard.ts'
import { fillDemo, openDemo } from './demo.ts'
import { canBecome } from './runtime.mjs'
import { buildSiteSdk } from './site-sdk.ts'
import { FLAGS, supervise } from './supervise.ts'

const root = join(import.meta.dirname, '..')

const [first, ...others] = process.argv.slice(2)
const isDemo = first === '--demo'

// A new demo is filled while the dashboard is built: neither needs the other.
const [failure] = await Promise.all([build(), isDemo && fillDemo(root, others)])
if (failure !== undefined) {
  console.error(failure)
  process.exit(1)
}

if (isDemo) {
  const door = openDemo(root)
  process.exitCode = await supervise(['server/src/main.ts'], root)
  if (door.connected) door.disconnect()
} else {
  // Node would mention a missing file, so it is only named when it is there. The environment wins over the file.
  const envFile = join(root, '.env')
  const flags = existsSync(envFile) ? [`--env-file=${envFile}`] : []
  const server = [...flags, 'server/src/main.ts', ...process.argv.slice(2)]
  // A new program in this process has none of what building has left in memory.
  if (canBecome(process.execPath)) {
    const supervisor = join(root, 'scripts/supervise-server.ts')
    process.execve?.(process.execPath, [process.execPath, ...FLAGS, supervisor, ...server], process.env)
  }
  process.exitCode = await supervise(server, root)
}

/** Resolves with the error, if there was one. */
async function build(): Promise<string | undefined> {
  const startedAt = performance.now()
  const dashboard = await buildDashboard(root, () => {
    console.log('Building the dashboard ...')
  })
  if (dashboard.state === 'failed') return `${dashboard.output}\nThe dashboard could not be built; nothing was started.`
  const sdk = await buildSiteSdk(root)
  if (sdk.state === 'failed') {
    return `${sdk.output}\nThe script for customers' sites could not be built; nothing was started.`
  }
  if (dashboard.state === 'built') {
    console.log(`Dashboard built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  }
  return undefined
}

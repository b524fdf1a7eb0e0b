// Finds Chromium's headless shell, which draws the same pages for five sixths of the processor time but shows no notifications, or
// installs the one of the Chromium that is there. Tests that need no notifications take it; without it they take the whole browser.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Attempt, type Machine, presentMachine, starts } from './browser.ts'

const PACKAGED = '/usr/bin/chromium-headless-shell'
/** Playwright downloads it with each Chromium; the newest revision sorts last. */
const DOWNLOADED = 'chromium_headless_shell-*/chrome-*/{headless_shell,chrome-headless-shell}'

/** Its path, or undefined if it is missing and cannot be installed without a password. `print` is called before an installation. */
export function ensureHeadlessShell(print: (line: string) => void): string | undefined {
  // A browser that is named by hand is the one that is meant.
  if (process.env.NOTIFLY_CHROMIUM) return undefined
  const found = findShell()
  if (found !== undefined) return found
  for (const [command, ...args] of shellAttempts(presentMachine(), packagedVersion())) {
    print(`Installing Chromium's headless shell: ${[command, ...args].join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status } = spawnSync(command, args, { env, timeout: 60_000 })
    // A mirror that does not answer is not asked again: tests do without.
    if (status === null) break
  }
  return findShell()
}

/** Commands to try on a machine without it. It must have the version of the installed Chromium; otherwise apt would change Chromium. */
export function shellAttempts(machine: Machine, version: string): Attempt[] {
  const hasPackage = machine.platform === 'linux' && machine.isRoot && machine.hasApt
  if (!hasPackage || version === '') return []
  const wanted = `chromium-headless-shell=${version}`
  return [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', wanted],
  ]
}

/** The version of Debian's Chromium, empty where that is not installed. */
function packagedVersion(): string {
  const { status, stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : ''
}

function findShell(): string | undefined {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  const downloaded = globSync(DOWNLOADED, { cwd: cache }).map(path => join(cache, path))
  return [PACKAGED, ...downloaded.toSorted().toReversed()].find(starts)
}

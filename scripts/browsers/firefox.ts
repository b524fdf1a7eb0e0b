// Finds the Firefox in which web push is tried beside Chromium, installs one where that is possible without asking, and
// otherwise says what to run.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Attempt, type Browser, lastLines, type Machine, presentMachine, starts } from './browser.ts'

const FIXED = ['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox', '/usr/bin/firefox']
/** Below Puppeteer's cache folder; the newest sorts last. */
const DOWNLOADED = ['firefox/*/firefox/firefox', 'firefox/*/*.app/Contents/MacOS/firefox']
const ADVICE = `No Firefox was found and none could be installed. One of these gives you one:
  Debian:        sudo apt-get update && sudo apt-get install -y firefox-esr
  Ubuntu, macOS: npx @puppeteer/browsers install firefox@stable --path ~/.cache/puppeteer
or set NOTIFLY_FIREFOX to the path of a Firefox that is already there.`

/** Finds a Firefox that starts, or installs one. `print` is called before an installation, which takes a minute. */
export function ensureFirefox(root: string, print: (line: string) => void): Browser {
  const found = findFirefox()
  if (found !== undefined) return { path: found }
  const named = process.env.NOTIFLY_FIREFOX
  if (named !== undefined && named !== '') return { advice: `NOTIFLY_FIREFOX names ${named}, which does not start.` }
  const cli = join(root, 'node_modules/@puppeteer/browsers/lib/main-cli.js')
  for (const [command, ...args] of firefoxAttempts(presentMachine(), [process.execPath, cli], cacheFolder())) {
    print(`Installing Firefox: ${[command === process.execPath ? 'node' : command, ...args].join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = spawnSync(command, args, { env, encoding: 'utf8', timeout: 300_000 })
    const installed = findFirefox()
    if (installed !== undefined) return { path: installed }
    if (run.status !== 0) print(`That failed: ${lastLines(run.stderr ?? '')}`)
  }
  return { advice: ADVICE }
}

/** Commands to try on a machine without Firefox; none that ask for a password. */
export function firefoxAttempts(machine: Machine, cli: readonly [string, string], cache: string): Attempt[] {
  const download: Attempt = [...cli, 'install', 'firefox@stable', '--path', cache]
  const hasPackage = machine.platform === 'linux' && machine.isRoot && machine.hasApt
  if (!hasPackage || machine.distribution.includes('ubuntu')) return [download]
  return [['apt-get', 'update', '-qq'], ['apt-get', 'install', '-y', '-qq', 'firefox-esr'], download]
}

function findFirefox(): string | undefined {
  const named = process.env.NOTIFLY_FIREFOX
  if (named !== undefined && named !== '') return [named].find(starts)
  const cache = cacheFolder()
  const downloaded = globSync(DOWNLOADED, { cwd: cache }).map(path => join(cache, path))
  return [...FIXED, ...downloaded.toSorted().toReversed()].find(starts)
}

function cacheFolder(): string {
  return join(homedir(), '.cache/puppeteer')
}

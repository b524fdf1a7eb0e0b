// Finds the Chromium that the web tests and the browser journeys drive, installs one where that is possible without asking,
// and otherwise says what to run. A browser counts only when it starts: Ubuntu's package is a stub, and a downloaded one
// may lack system libraries.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const FIXED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Where Playwright keeps its downloads, under each of its cache folders; the newest revision sorts last. */
const DOWNLOADED = [
  'chromium-*/chrome-linux*/chrome',
  'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
  'chromium-*/chrome-win*/chrome.exe',
]
const ADVICE = `No Chromium was found and none could be installed. One of these gives you one:
  Debian:        sudo apt-get update && sudo apt-get install -y chromium
  Ubuntu, other: npx playwright install --with-deps chromium
  macOS:         npx playwright install chromium
or set NOTIFLY_CHROMIUM to the path of a Chromium or Chrome that is already there.`

/** A browser's path, or advice on how to install one. */
export type Browser = { path: string } | { advice: string }

/** The properties of a machine on which the choice of an installation depends. */
export interface Machine {
  platform: string
  isRoot: boolean
  hasApt: boolean
  /** ID and ID_LIKE of /etc/os-release, empty elsewhere. */
  distribution: string
}

/** A command that may install a browser. Commands are tried in order until a browser starts. */
export type Attempt = [command: string, ...args: string[]]

/** Finds a Chromium that starts, or installs one. `print` is called before an installation, which takes a minute. */
export function ensureBrowser(root: string, print: (line: string) => void): Browser {
  const found = findBrowser()
  if (found !== undefined) return { path: found }
  const named = process.env.NOTIFLY_CHROMIUM
  if (named !== undefined && named !== '') return { advice: `NOTIFLY_CHROMIUM names ${named}, which does not start.` }
  const playwright = [process.execPath, join(root, 'node_modules/playwright/cli.js')] as const
  for (const [command, ...args] of installAttempts(presentMachine(), playwright)) {
    print(`Installing Chromium: ${[command === process.execPath ? 'node' : command, ...args].join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = spawnSync(command, args, { env, encoding: 'utf8', timeout: 300_000 })
    const installed = findBrowser()
    if (installed !== undefined) return { path: installed }
    if (run.status !== 0) print(`That failed: ${lastLines(run.stderr ?? '')}`)
  }
  return { advice: ADVICE }
}

/** Paths at which Chromium may be, the preferred one first; NOTIFLY_CHROMIUM, once set, is the only one. */
export function browserCandidates(env: NodeJS.ProcessEnv, home: string): string[] {
  if (env.NOTIFLY_CHROMIUM !== undefined && env.NOTIFLY_CHROMIUM !== '') return [env.NOTIFLY_CHROMIUM]
  const onPath = (env.PATH ?? '').split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)))
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH ?? '',
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
    join(home, 'AppData/Local/ms-playwright'),
  ]
  const downloaded = caches
    .filter(cache => cache !== '')
    .flatMap(cache => globSync(DOWNLOADED, { cwd: cache }).map(path => join(cache, path)))
  return [...FIXED, ...onPath, ...downloaded.toSorted().toReversed()]
}

/** Commands to try on a machine without a browser; none where they would ask for a password. */
export function installAttempts(machine: Machine, playwright: readonly [string, string]): Attempt[] {
  const download: Attempt = [...playwright, 'install', 'chromium']
  if (machine.platform !== 'linux' || !machine.isRoot || !machine.hasApt) return [download]
  const withLibraries: Attempt = [...playwright, 'install', '--with-deps', 'chromium']
  if (machine.distribution.includes('ubuntu')) return [withLibraries]
  return [['apt-get', 'update', '-qq'], ['apt-get', 'install', '-y', '-qq', 'chromium'], withLibraries]
}

function findBrowser(): string | undefined {
  return browserCandidates(process.env, homedir()).find(starts)
}

/** Whether a browser lies there and can be started. */
export function starts(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

/** The lines in which tools report errors, without the stack trace of a failed download. */
export function lastLines(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '' && !/^\s+at |^\s*[{}]|^ {2}\w+:/.test(line))
  return lines.slice(-3).join('\n')
}

/** This machine. */
export function presentMachine(): Machine {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasApt: spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0,
    distribution: distribution(),
  }
}

function distribution(): string {
  try {
    const lines = readFileSync('/etc/os-release', 'utf8').split('\n')
    return lines.filter(line => /^ID(_LIKE)?=/.test(line)).join(' ')
  } catch {
    return ''
  }
}

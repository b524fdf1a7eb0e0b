// Runs npm and npx quietly, under any account, and turns what goes wrong into what to do about it.
import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** A failure whose message is meant for the person at the terminal; printed without a stack. */
export class LaunchError extends Error {
  /** @override */
  name = 'LaunchError'
}

/** @typedef {{ status: number | null, stdout: string, stderr: string, missing: boolean }} NpmResult */

// npm's own defaults wait minutes for a network that is not there.
const QUIET = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier', '--fetch-retry-mintimeout=1000']
const UNWRITABLE = /EACCES|EPERM|EROFS|ENOENT|ENOTDIR|ENOSPC/

/**
 * Runs npm or npx to its end. When its cache cannot be written (no home folder, or another user's) it tries once more
 * with a cache of our own in the temporary folder.
 * @param {'npm' | 'npx'} command
 * @param {string[]} args
 * @param {string} root
 * @returns {NpmResult}
 */
export function runNpm(command, args, root) {
  const first = runOnce(command, args, root, process.env)
  if (first.status === 0 || first.missing || !UNWRITABLE.test(first.stderr)) return first
  const cache = privateCache()
  if (cache === undefined) return first
  return runOnce(command, args, root, { ...process.env, npm_config_cache: cache, npm_config_logs_max: '0' })
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {NpmResult}
 */
function runOnce(command, args, root, env) {
  const result = spawnSync(command, [...QUIET, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // npm is a batch file on Windows, which only a shell can start.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const missing = result.error !== undefined && 'code' in result.error && result.error.code === 'ENOENT'
  return { status: result.status, stdout: result.stdout ?? '', stderr: result.stderr ?? '', missing }
}

/**
 * A folder that only we can write: in a shared temporary folder another user could have put one there before us.
 * @returns {string | undefined}
 */
function privateCache() {
  try {
    const uid = process.getuid?.() ?? userInfo().username
    const folder = join(tmpdir(), `notifly-npm-${uid}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    return found.isDirectory() && (typeof uid === 'string' || found.uid === uid) ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * What a failed run means and what to do, followed by the first of npm's own words.
 * @param {NpmResult} result
 * @returns {string}
 */
export function failureText(result) {
  if (result.missing) return 'npm is not on PATH. It comes with Node: https://nodejs.org'
  const noise = /^npm error(\s+at .*|\s*|.*(Log files|complete log|--loglevel).*)$/
  const words = result.stderr.split('\n').filter(line => line !== '' && !noise.test(line))
  return `${meaningOf(result.stderr)}\n\n${words.slice(0, 8).join('\n')}`.trimEnd()
}

/** @param {string} stderr */
function meaningOf(stderr) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(stderr)
  ) {
    return 'The npm registry cannot be reached: check the network, or the proxy and registry settings (`npm config list`).'
  }
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/.test(stderr)) {
    return "The registry's certificate is not trusted here: set NODE_EXTRA_CA_CERTS to the certificate of your network."
  }
  if (/ENOSPC/.test(stderr)) return 'The disk is full: about 1 GB is needed.'
  if (/EACCES|EPERM|EROFS/.test(stderr)) {
    return 'This account may not write here: run it as the owner of this folder, or in a clone of your own.'
  }
  return 'npm answered:'
}

// Finds a current Node for a machine whose own one is too old, and runs the launcher under it. Promises: the runtime is
// fetched once and remembered, every signal reaches it, and its exit code is ours.
import { spawn } from 'node:child_process'
import { accessSync, constants as fsConstants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { LaunchError, runNpm, failureText } from './npm.mjs'

export const DEPTH_VARIABLE = 'NOTIFLY_LAUNCH_DEPTH'
const RUNTIME_VERSION = '26.10.0'
const MINIMUM_MAJOR = 24
const SHELL_WATCH_MS = 250
const ADVICE = `Install Node ${MINIMUM_MAJOR} or later from https://nodejs.org and run the command again.`

/**
 * Whether the present Node can run the product: recent enough to take TypeScript files, and with Temporal, which the
 * scheduler computes with (built in from Node 26).
 * @param {string} version
 * @param {boolean} hasTemporal
 */
export function isCurrentNode(version = process.versions.node, hasTemporal = 'Temporal' in globalThis) {
  return Number(version.split('.')[0]) >= MINIMUM_MAJOR && hasTemporal
}

/**
 * The npm package that is nothing but the Node binary of one platform. Unlike the package `node` it needs no install script,
 * which many machines switch off.
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined}
 */
export function runtimePackage(platform = process.platform, arch = process.arch) {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'win' }[platform]
  if (system === undefined || (arch !== 'x64' && arch !== 'arm64') || `${system}-${arch}` === 'win-arm64')
    return undefined
  return `node-${system}-${arch}@${RUNTIME_VERSION}`
}

/**
 * Path of a current Node binary: the remembered one, or a fetched one.
 * @param {string} root
 * @param {boolean} isSecondEntry whether a runtime was already chosen once and turned out too old
 * @returns {string}
 */
export function locateRuntime(root, isSecondEntry) {
  const present = `Node ${process.versions.node} (${process.execPath})`
  if (isSecondEntry) {
    throw new LaunchError(`The runtime that was fetched is not used: still on ${present}.\n${ADVICE}`)
  }
  const name = runtimePackage()
  if (name === undefined) {
    throw new LaunchError(
      `${present} is too old and there is none to fetch for ${process.platform} ${process.arch}.\n${ADVICE}`,
    )
  }
  const remembered = readRememberedRuntime(root, name)
  if (remembered !== undefined) return remembered
  console.error(`Node ${process.versions.node} is too old: fetching Node ${RUNTIME_VERSION} (about 50 MB, once) ...`)
  const result = runNpm('npx', ['-y', '--prefer-offline', '-p', name, '--', 'node', '-p', 'process.execPath'], root)
  const path = result.stdout.trim().split('\n').at(-1) ?? ''
  // A broken PATH finds the present Node again: remembered, it would be in the way of the right one.
  if (result.status !== 0 || !existsSync(path) || path === process.execPath) {
    throw new LaunchError(`Could not fetch Node ${RUNTIME_VERSION}. ${failureText(result)}\nOr: ${ADVICE}`)
  }
  rememberRuntime(root, path)
  return path
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string | undefined}
 */
function readRememberedRuntime(root, name) {
  try {
    const [rememberedName, path = ''] = readFileSync(memoryFile(root), 'utf8').split('\n')
    return rememberedName === name && existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * Notes where the runtime lies, so that later starts need neither npm nor a network. A checkout that cannot be written to
 * goes without: the next start asks npx again.
 * @param {string} root
 * @param {string} path
 */
export function rememberRuntime(root, path) {
  try {
    mkdirSync(dirname(memoryFile(root)), { recursive: true })
    writeFileSync(memoryFile(root), `${runtimePackage()}\n${path}\n`)
  } catch {
    // Only speed is lost.
  }
}

/** @param {string} root */
function memoryFile(root) {
  return join(root, 'node_modules', '.cache', 'notifly-runtime')
}

/**
 * Runs Node with these arguments, its folder first on PATH, and answers its exit code (128 + n after signal n). Where the present Node can
 * (from 22.15), its own process becomes that one instead, which takes no memory for waiting, and there is no answer.
 * @param {string} runtime
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runUnder(runtime, args) {
  const env = { ...process.env, [DEPTH_VARIABLE]: '1', PATH: withFirstOnPath(dirname(runtime), process.env.PATH) }
  if (canBecome(runtime)) process.execve?.(runtime, [runtime, ...args], env)
  // The fourth, an ipc channel, carries no message: that it closes tells the child of our end, whatever ended us.
  const child = spawn(runtime, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once('error', error => {
      reject(new LaunchError(`Could not start ${runtime}: ${error.message}\n${ADVICE}`))
    })
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

/**
 * Whether this process can become that program. A channel would be lost. What cannot be run must not be tried, since the process would abort.
 * @param {string} runtime
 */
export function canBecome(runtime) {
  if (process.execve === undefined || process.platform === 'win32' || process.channel !== undefined) return false
  try {
    accessSync(runtime, fsConstants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @param {string | undefined} path
 * @returns {string}
 */
export function withFirstOnPath(folder, path) {
  const others = (path ?? '').split(delimiter).filter(entry => entry !== '' && entry !== folder)
  return [folder, ...others].join(delimiter)
}

/** A first entry that stays holds a channel open to the second; when it is killed outright the channel closes and we end in order. */
export function stopWithParent() {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

/**
 * npm runs us through a shell and passes a signal that reaches npm alone on to that shell, which ends without a word to us.
 * Our parent is then another process.
 */
export function stopWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.channel !== undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, SHELL_WATCH_MS)
  watch.unref()
}

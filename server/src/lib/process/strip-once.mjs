/**
 * `node --import` of this file: types are taken out of TypeScript files once, and what remains is kept in a folder. Without it each process
 * and thread that loads such a file keeps 12 MB of what reads TypeScript, or as much of Node's cache of compiled code. Plain JavaScript,
 * for the same reason. Started by itself it fills the folder.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const OURS = ['{server,contracts,sandbox}/src/**/*.ts', 'scripts/supervise*.ts']
const TESTS = ['**/*.test.ts', '**/testing/**']

const here = fileURLToPath(import.meta.url)
const root = join(here, '../../../../..')
const folder = join(root, 'node_modules/.cache/notifly-stripped')

if (process.argv[1] === here) fill()
else {
  let hasFilled = false
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
      const text = readFileSync(fileURLToPath(url), 'utf8')
      if (!hasFilled && read(text) === undefined) {
        hasFilled = true
        // In a process of its own, so that this one stays small from its first start on.
        spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', here])
      }
      return { format: 'module', source: read(text) ?? strip(text), shortCircuit: true }
    },
  })
}

function fill() {
  if (!isKept()) return
  for (const path of globSync(OURS, { cwd: root, exclude: TESTS })) {
    const text = readFileSync(join(root, path), 'utf8')
    if (read(text) === undefined) strip(text)
  }
}

/** Whether the folder can be written to. */
function isKept() {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * What is kept of this text. After a power failure a file may be there without its content.
 * @param {string} text
 * @returns {string | undefined}
 */
function read(text) {
  try {
    return readFileSync(fileOf(text), 'utf8') || undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps the result whole or not at all, since others read it at the same time.
 * @param {string} text
 * @returns {string}
 */
function strip(text) {
  const stripped = stripTypeScriptTypes(text)
  const file = fileOf(text)
  const part = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(part, stripped)
    renameSync(part, file)
  } catch {
    // A folder that cannot be written to costs memory alone.
  }
  return stripped
}

/** @param {string} text */
function fileOf(text) {
  return join(folder, `${createHash('sha256').update(process.version).update(text).digest('hex')}.js`)
}

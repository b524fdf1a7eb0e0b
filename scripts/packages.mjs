// Keeps node_modules in step with package-lock.json: installs when it is missing or the lock has changed, else costs a hash.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { LaunchError, runNpm, failureText } from './npm.mjs'

/**
 * Installs what is missing. Answers whether it installed anything.
 * @param {string} root
 * @returns {boolean}
 */
export function installPackages(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  const noteFile = join(root, 'node_modules', '.notifly-lock')
  const installed = readOrEmpty(join(root, 'node_modules', '.package-lock.json'))
  if (installed !== '' && readOrEmpty(noteFile) === wanted) return false
  if (isSameTree(lock, installed)) {
    note(noteFile, wanted)
    return false
  }
  const startedAt = Date.now()
  console.error('Installing packages (once, about 200 MB) ...')
  const result = runNpm('npm', ['ci', '--prefer-offline', '--include=dev', '--include=optional'], root)
  if (result.status !== 0) throw new LaunchError(`Could not install the packages. ${failureText(result)}`)
  note(noteFile, wanted)
  console.error(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
  return true
}

/**
 * Whether npm's record of what it installed (node_modules/.package-lock.json) holds what the lock asks for, so that a tree
 * that was installed by hand is not installed again. Optional packages of other platforms are rightly absent.
 * @param {string} lock
 * @param {string} installed
 * @returns {boolean}
 */
export function isSameTree(lock, installed) {
  const wanted = packagesOf(lock)
  const present = packagesOf(installed)
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    return found === undefined ? optional === true : found.version === version && found.link === link
  })
}

/** @typedef {{ version?: string, link?: boolean, optional?: boolean }} LockedPackage */

/**
 * @param {string} text
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesOf(text) {
  try {
    return JSON.parse(text).packages
  } catch {
    return undefined
  }
}

/** @param {string} path */
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
function note(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // A tree that we may read but not write: compared again at the next start, which costs milliseconds.
  }
}

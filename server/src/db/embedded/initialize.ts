import { randomBytes } from 'node:crypto'
import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../lib/start-error.ts'
import type { Binaries } from './binaries.ts'
import { runNamedCommand, type CommandResult } from './command.ts'
import { chownTree, notePlace, type Place } from './place.ts'

const PASSWORD_FILE = 'password'
const BACKUP_PASSWORD_FILE = 'backup-password'

/** Names of the character table that knows letters beyond ASCII, by system; C is there always, and knows none. */
const characterTypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8', 'C']

/**
 * Sets up a new cluster with a role and a database named notifly. It appears under its name when it is complete: a start
 * that is killed half way leaves nothing that a later one could take for a database.
 */
export async function initializeCluster(binaries: Binaries, place: Place, durable: boolean): Promise<void> {
  const draft = `${place.cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await chownTree(draft, place.runAs)
  await runInitdb(binaries, place, draft, durable)
  await appendFile(join(draft, 'postgresql.conf'), "\ninclude_if_exists = 'notifly.conf'\n")
  // The superuser keeps no password: no client can sign in as it over the network, so an injected statement cannot either.
  const [password, backupPassword] = [newPassword(), newPassword()]
  await runStandalone(binaries, { ...place, cluster: draft }, [
    `CREATE ROLE notifly LOGIN CREATEDB PASSWORD '${password}'`,
    'CREATE DATABASE notifly OWNER notifly',
    ...backupRole(backupPassword),
  ])
  await keepPassword(place, PASSWORD_FILE, password)
  await keepPassword(place, BACKUP_PASSWORD_FILE, backupPassword)
  await rename(draft, place.cluster)
  await notePlace(place)
}

/**
 * The product's password. Makes sure that both roles are there and have one: if a file is lost, a new password is set, since who owns
 * the files owns the database.
 */
export async function readPassword(binaries: Binaries, place: Place): Promise<string> {
  const known = await readKept(place.home, PASSWORD_FILE)
  // Clusters of earlier versions do not know the second one.
  const knownForBackups = await readBackupPassword(place.home)
  if (known !== '' && knownForBackups !== '') return known
  const password = known || newPassword()
  const backupPassword = knownForBackups || newPassword()
  await runStandalone(binaries, place, [`ALTER ROLE notifly PASSWORD '${password}'`, ...backupRole(backupPassword)])
  await keepPassword(place, PASSWORD_FILE, password)
  await keepPassword(place, BACKUP_PASSWORD_FILE, backupPassword)
  return password
}

/** Of the role that backs up, `notifly_backup`; empty while there is none. */
export function readBackupPassword(home: string): Promise<string> {
  return readKept(home, BACKUP_PASSWORD_FILE)
}

function readKept(home: string, file: string): Promise<string> {
  return readFile(join(home, file), 'utf8').catch(() => '')
}

/** It may read no table: its rights are in the database postgres, and what it copies are files that belong to us anyway. */
function backupRole(password: string): string[] {
  return [
    `DO $$ BEGIN IF to_regrole('notifly_backup') IS NULL THEN CREATE ROLE notifly_backup; END IF; END $$`,
    `ALTER ROLE notifly_backup LOGIN REPLICATION PASSWORD '${password}'`,
    'GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() TO notifly_backup',
  ]
}

async function runInitdb(binaries: Binaries, place: Place, directory: string, durable: boolean): Promise<void> {
  // From 17 on PostgreSQL brings its own, so that text compares alike on every system and outlives its upgrades.
  const builtin = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const base = ['-D', directory, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--data-checksums', '-A', 'trust']
  const args = [...base, ...builtin, '--no-instructions', ...(durable ? [] : ['--no-sync', '--wal-segsize=1'])]
  let result: CommandResult | undefined
  for (const characterType of characterTypes) {
    result = await runNamedCommand(join(binaries.directory, 'initdb'), [...args, `--lc-ctype=${characterType}`], {
      as: place.runAs,
    })
    if (result.code === 0) return
    if (!/invalid locale|locale .* (not|could)/i.test(result.stderr)) break
  }
  throw new StartError(`Could not set up a database in ${place.cluster}.${explain(result, place)}`)
}

/** Runs statements without a server, as its owner; one statement a line. */
async function runStandalone(binaries: Binaries, place: Place, statements: string[]): Promise<void> {
  const result = await runNamedCommand(
    join(binaries.directory, 'postgres'),
    ['--single', '-j', '-D', place.cluster, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'],
    { as: place.runAs, input: statements.map(statement => `${statement};\n\n`).join('') },
  )
  if (result.code === 0) return
  throw new StartError(`Could not set up the role in ${place.cluster}.${explain(result, place)}`)
}

function explain(result: CommandResult | undefined, place: Place): string {
  const said = result ? `\n${result.stderr.trim()}` : ''
  if (!place.runAs.unnamed) return said
  return (
    ` The user Notifly runs as has no entry in /etc/passwd, which PostgreSQL needs to set a database up, ` +
    `and this system does not let it borrow one. Add an entry, or set DATABASE_URL.${said}`
  )
}

function newPassword(): string {
  return randomBytes(24).toString('hex')
}

async function keepPassword({ home }: Place, file: string, password: string): Promise<void> {
  await writeFile(join(home, file), password, { mode: 0o600 })
  await chmod(join(home, file), 0o600)
}

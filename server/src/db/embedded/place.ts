import { chmod, chown, lchown, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { StartError } from '../../lib/start-error.ts'
import type { RunAs } from './command.ts'

/**
 * Where the cluster is. All in `<data directory>/postgres`, but for one case: root starts us from a place that no other user
 * can reach (a checkout in root's home), and PostgreSQL must not run as root. The cluster then lives in `sharedHome`, and
 * `location` in our folder says where.
 */
export interface Place {
  home: string
  cluster: string
  /** the server has been set up there before */
  exists: boolean
  runAs: RunAs
}

/** Root's folder for what an unprivileged server must reach. */
export const defaultSharedHome = '/var/lib/notifly'

/** Finds or decides the cluster's directory and its user; creates every folder above the cluster itself. */
export async function findPlace(home: string, sharedHome: string, log: DatabaseLog): Promise<Place> {
  const pointer = join(home, 'location')
  const elsewhere = (await readFile(pointer, 'utf8').catch(() => '')).trim()
  const cluster = await clusterOf(home)
  const owner = await stat(cluster).catch(() => undefined)
  if (!owner && elsewhere !== '') {
    throw new StartError(
      `The database is meant to be in ${cluster} (so says ${pointer}), but it is not there. ` +
        `Put it back, or delete ${pointer} to start with an empty one.`,
    )
  }
  if (elsewhere !== '') await claim(cluster, home)
  const runAs = await chooseRunAs(owner && { path: cluster, uid: owner.uid, gid: owner.gid })
  if (owner) return { home, cluster, exists: true, runAs: await reachExisting(home, cluster, owner.uid, runAs) }
  await allowTraversal(home, runAs)
  if (await isReachable(home, runAs)) return { home, cluster, exists: false, runAs }

  const moved = join(sharedHome, 'clusters', crypto.randomUUID())
  await mkdir(dirname(moved), { recursive: true })
  for (const folder of [sharedHome, dirname(moved)]) await chmod(folder, 0o755)
  if (!(await isReachable(dirname(moved), runAs))) {
    throw new StartError(
      `PostgreSQL runs as user ${runAs.uid}, who can reach neither ${home} nor ${sharedHome}. ` +
        'Set NOTIFLY_DATA_DIR to a directory that every user may pass through, or set DATABASE_URL.',
    )
  }
  log.info({ home, cluster: moved }, 'the data directory is closed to other users: the database is kept elsewhere')
  return { home, cluster: moved, exists: false, runAs }
}

/** Where the cluster of this folder is, or would be. */
export async function clusterOf(home: string): Promise<string> {
  const elsewhere = (await readFile(join(home, 'location'), 'utf8').catch(() => '')).trim()
  return elsewhere === '' ? join(home, 'cluster') : elsewhere
}

/** Notes a cluster outside the data directory, once it is complete. */
export async function notePlace(place: Place): Promise<void> {
  if (dirname(place.cluster) === place.home) return
  await writeFile(ownerFile(place.cluster), `${place.home}\n`)
  await writeFile(join(place.home, 'location'), `${place.cluster}\n`)
}

/**
 * A data directory that was moved takes its cluster along; of one that was copied there are two, and only the first may
 * use the cluster. Without this the second would take the first one's server for an orphan.
 */
async function claim(cluster: string, home: string): Promise<void> {
  const read = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).trim()
  const claimant = await read(ownerFile(cluster))
  if (claimant === home) return
  if (claimant !== '' && (await read(join(claimant, 'location'))) === cluster) {
    throw new StartError(
      `${home} is a copy of ${claimant}, and the database of both is in ${cluster}. ` +
        `Delete ${join(home, 'location')} to start the copy with an empty database.`,
    )
  }
  await writeFile(ownerFile(cluster), `${home}\n`)
}

/** Beside the cluster, whose own folder belongs to the server: which data directory it serves. */
function ownerFile(cluster: string): string {
  return `${cluster}.owner`
}

/** Gives a directory and all in it to the server's user; without one in `runAs` it is ours already. */
export async function chownTree(directory: string, runAs: RunAs): Promise<void> {
  const { uid, gid } = runAs
  if (uid === undefined || gid === undefined) return
  await lchown(directory, uid, gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid)
  }
}

/** Whether the server's user may pass through every directory down to this one, by owner, group and mode. */
export async function isReachable(directory: string, runAs: RunAs): Promise<boolean> {
  if (runAs.uid === undefined) return true
  for (let path = await realpath(directory); ; path = dirname(path)) {
    const { uid, gid, mode } = await stat(path)
    const execute = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (path === dirname(path)) return true
  }
}

async function reachExisting(home: string, cluster: string, ownerUid: number, runAs: RunAs): Promise<RunAs> {
  // A backup that root has put back belongs to root.
  if (ownerUid === 0) await chownTree(cluster, runAs)
  if (dirname(cluster) === home) await allowTraversal(home, runAs)
  if (await isReachable(cluster, runAs)) return runAs
  throw new StartError(
    `The database in ${cluster} runs as user ${runAs.uid}, who may not pass through the directories above it. ` +
      'Allow that (chmod o+x on each), or move the data directory to a place where it may.',
  )
}

/** Opens the two folders that are our own, and only for the server's group; no other user can list them. */
async function allowTraversal(home: string, runAs: RunAs): Promise<void> {
  if (runAs.gid === undefined) return
  for (const directory of [dirname(home), home]) {
    const { uid, gid, mode } = await stat(directory)
    const isOpen = (mode & 0o001) !== 0 || uid === runAs.uid || (gid === runAs.gid && (mode & 0o010) !== 0)
    if (isOpen || uid !== 0) continue
    await chown(directory, uid, runAs.gid)
    await chmod(directory, (mode & 0o700) | 0o010)
  }
}

/** 65534 is the user nobody on nearly every system. */
const preferredUid = 65534

interface PasswdEntry {
  name: string
  uid: number
  gid: number
}

/**
 * Decides whom PostgreSQL runs as. It refuses to run as root, so root hands over to the owner of an existing cluster,
 * else to an unprivileged user that is listed in /etc/passwd (initdb fails for a number that is not).
 */
async function chooseRunAs(cluster: { path: string; uid: number; gid: number } | undefined): Promise<RunAs> {
  const ownUid = process.getuid?.()
  if (ownUid === undefined) return {}
  const entries = await readPasswd()
  if (ownUid !== 0) {
    if (cluster && cluster.uid !== ownUid) throw new StartError(foreignCluster(cluster, ownUid))
    return named({}, ownUid, entries)
  }
  if (cluster && cluster.uid !== 0) return named({ uid: cluster.uid, gid: cluster.gid }, cluster.uid, entries)
  const entry = unprivileged(entries)
  if (!entry) {
    throw new StartError(
      'PostgreSQL does not run as root, and /etc/passwd lists no other user to run it as. ' +
        'Add one (for example nobody), start Notifly as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { uid: entry.uid, gid: entry.gid }
}

async function readPasswd(): Promise<PasswdEntry[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map(line => line.split(':'))
    .filter(fields => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function foreignCluster(cluster: { path: string; uid: number }, ownUid: number): string {
  return (
    `The database in ${cluster.path} belongs to user ${cluster.uid}, and Notifly runs as user ${ownUid}. ` +
    `Start it as that user (or as root), or give it the files: chown -R ${ownUid} ${cluster.path}`
  )
}

function named(as: RunAs, uid: number, entries: PasswdEntry[]): RunAs {
  if (process.platform !== 'linux' || entries.some(entry => entry.uid === uid)) return as
  return { ...as, unnamed: { passwdUid: unprivileged(entries)?.uid ?? preferredUid } }
}

function unprivileged(entries: PasswdEntry[]): PasswdEntry | undefined {
  return (
    entries.find(entry => entry.uid === preferredUid) ??
    entries.find(entry => entry.name === 'nobody' || entry.name === 'postgres') ??
    entries.find(entry => entry.uid > 0)
  )
}

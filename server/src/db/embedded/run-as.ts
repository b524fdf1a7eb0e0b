import { readFile } from 'node:fs/promises'
import { StartError } from '../../lib/start-error.ts'
import type { RunAs } from './command.ts'

/** 65534 is nobody on nearly every system. */
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
export async function chooseRunAs(cluster: { path: string; uid: number; gid: number } | undefined): Promise<RunAs> {
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

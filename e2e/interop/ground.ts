/** The environment that a server needs: its root, the certificate, the mailboxes. */
import type { ChildProcess } from 'node:child_process'
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run, start } from './command.ts'
import { SERVER_NAME } from './world.ts'

/** Paths inside the root, as the servers refer to them. */
export const FILES = {
  certificate: '/etc/interop/certificate.pem',
  key: '/etc/interop/key.pem',
  mailboxes: '/etc/interop/mailboxes',
  users: '/etc/interop/users',
  mail: '/var/interop/mail',
  log: '/var/interop/server.log',
} as const

/** The user who owns all mailboxes. */
export const OWNER = { name: 'vmail', id: 5000 } as const

const CERTIFICATE_DAYS = '2'

export class Ground {
  readonly root: string
  /** Where npm put a server that is no package of the distribution. */
  readonly npmFolder: string

  constructor(root: string, npmFolder: string) {
    this.root = root
    this.npmFolder = npmFolder
  }

  /** Makes the user, the certificate and the folder of mailboxes. */
  async prepare(): Promise<void> {
    await mkdir(this.outside('/etc/interop'), { recursive: true })
    await this.run('useradd', '--system', '--create-home', '--uid', String(OWNER.id), '--user-group', OWNER.name)
    await mkdir(this.outside(FILES.mail), { recursive: true })
    await chown(this.outside(FILES.mail), OWNER.id, OWNER.id)
    const subject = ['-subj', `/CN=${SERVER_NAME}`, '-addext', `subjectAltName=DNS:${SERVER_NAME}`]
    const files = ['-keyout', this.outside(FILES.key), '-out', this.outside(FILES.certificate)]
    await run([
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      CERTIFICATE_DAYS,
      ...subject,
      ...files,
    ])
  }

  /** The path of one of the root's files from outside of it. */
  outside(path: string): string {
    return join(this.root, path)
  }

  /** Runs a program of the root to its end. */
  run(...command: string[]): Promise<string> {
    return run(['chroot', this.root, ...command])
  }

  /** Starts a program of the root that stays in the foreground. */
  start(...command: string[]): ChildProcess {
    return start(['chroot', this.root, ...command], this.outside(FILES.log))
  }

  async write(path: string, text: string, mode = 0o644): Promise<void> {
    await mkdir(dirname(this.outside(path)), { recursive: true })
    await writeFile(this.outside(path), text, { mode })
  }

  /** Every mail of a mailbox: its path inside of the root, and its text, a character for each byte. */
  async mailsOf(mailbox: string): Promise<{ path: string; text: string }[]> {
    const folders = ['new', 'cur'].map(each => `${FILES.mail}/${mailbox}/${each}`)
    const paths = await Promise.all(
      folders.map(async folder => {
        const names = await readdir(this.outside(folder)).catch(() => [])
        return names.map(name => `${folder}/${name}`)
      }),
    )
    return Promise.all(paths.flat().map(async path => ({ path, text: await readFile(this.outside(path), 'latin1') })))
  }
}

/** The upstream part of a package's version, as reported by `dpkg`. */
export async function packageVersion(ground: Ground, name: string): Promise<string> {
  const version = await ground.run('dpkg-query', '-W', '-f', '${Version}', name)
  return version.replace(/^\d+:/, '').replace(/[-+~].*/s, '')
}

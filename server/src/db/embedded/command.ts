import { spawn } from 'node:child_process'

/**
 * Whom the server's programs run as. Without uid they run as we do. `unnamed` is set where that user has no entry in
 * /etc/passwd: initdb and the stand-alone server refuse to run then, the server proper does not mind.
 */
export interface RunAs {
  uid?: number
  gid?: number
  unnamed?: { passwdUid: number }
}

export interface CommandResult {
  /** null when the program could not be started at all */
  code: number | null
  stdout: string
  stderr: string
}

/**
 * The environment of every PostgreSQL program: ours is kept from it, since it may hold secrets and PG* variables that
 * would change where the programs look. Windows needs its own variables to start anything.
 */
export const serverEnvironment: NodeJS.ProcessEnv | undefined =
  process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }

/** Runs a program to its end. Never rejects: one that cannot be started has code null and the reason in stderr. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: { as?: RunAs; input?: string } = {},
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const child = spawn(file, args, {
    ...spawnIdentity(options.as),
    env: serverEnvironment,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  child.on('error', error => resolve({ ...output, code: null, stderr: `${output.stderr}${error.message}` }))
  child.on('close', code => resolve({ ...output, code: code ?? 1 }))
  // A program that ends before it has read its input breaks the pipe: its exit code says what happened.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  return promise
}

/**
 * As runCommand, for the programs that look their user up in /etc/passwd. A user without an entry borrows a listed
 * number inside a user namespace of its own, where the kernel allows that; outside, files still belong to the real one.
 */
export function runNamedCommand(
  file: string,
  args: readonly string[],
  options: { as: RunAs; input?: string },
): Promise<CommandResult> {
  const listed = options.as.unnamed?.passwdUid
  if (listed === undefined) return runCommand(file, args, options)
  return runCommand('unshare', ['--user', `--map-user=${listed}`, `--map-group=${listed}`, file, ...args], options)
}

/** The uid and gid for spawn, left out where the program runs as we do. */
export function spawnIdentity(as: RunAs | undefined): { uid?: number; gid?: number } {
  return as?.uid === undefined || as.gid === undefined ? {} : { uid: as.uid, gid: as.gid }
}

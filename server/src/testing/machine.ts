/** The product's own processes on a test's database, as further machines would be: nothing of them is a stand-in. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** What testApp() seals with. */
const SECRET = 'only for tests, only for tests, only for tests'
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Machine {
  process: ChildProcess
  /** As Ctrl+C does. Resolves when it has ended. */
  stop(): Promise<void>
}

/** Starts main.ts with these roles and a data directory of its own; it ends with the file's tests at the latest. */
export function startMachine(connectionString: string, roles: string): Machine {
  const dataDir = mkdtempSync(join(tmpdir(), 'notifly-machine-'))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: connectionString,
      NOTIFLY_SECRET: SECRET,
      NOTIFLY_ROLES: roles,
      NOTIFLY_WORKERS: '1',
      NOTIFLY_DATA_DIR: dataDir,
      NOTIFLY_SANDBOX: 'off',
      NOTIFLY_SYSTEM_SMTP_URL: 'smtp://127.0.0.1:1',
      NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on',
      NOTIFLY_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  ends.push(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { process: child, stop }
}

// Here and not beside each machine: a hook that a test registers is never called.
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

/** The product on a machine of the network, with one role, as `docs/scale.md` describes. */
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@notifly/server/db/database'
import { MASTER_SECRET } from '@notifly/server/testing/engine/world'
import { HERE, type Machine } from '../network.ts'

export const API_PORT = 3000
const LOOK_MS = 100
const ANSWER_WITHIN_MS = 2000
const MAIN = join(import.meta.dirname, '../../../../server/src/main.ts')

export interface Installed {
  connectionString: string
  /** Where machines keep their data; each has a folder of its own. */
  folder: string
}

/** Starts a role there. Its data is kept when it is started again. Resolves once it is ready. */
export async function startRole(machine: Machine, role: 'api' | 'scheduler' | 'worker', on: Installed): Promise<void> {
  const child = machine.run(process.execPath, [MAIN], {
    NOTIFLY_ROLES: role,
    NOTIFLY_WORKERS: '1',
    NOTIFLY_DATA_DIR: await dataDirOf(machine, on.folder),
    NOTIFLY_HOST: '0.0.0.0',
    PORT: String(API_PORT),
    NOTIFLY_PUBLIC_URL: `http://notifly.example:${API_PORT}`,
    DATABASE_URL: on.connectionString,
    NOTIFLY_SECRET: MASTER_SECRET,
    NOTIFLY_SANDBOX: 'off',
    NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on',
    NOTIFLY_SYSTEM_SMTP_URL: `smtp://${HERE}:25`,
    NOTIFLY_LOG_LEVEL: 'fatal',
  })
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${machine.name} ended with ${code}`)))
  child.stdout?.setEncoding('utf8')
  const up = new Promise<void>(resolve => {
    child.stdout?.on('data', (text: string) => text.includes(UP) && resolve())
  })
  gone.catch(() => undefined)
  await Promise.race([up, gone])
}

/** What the product logs once it is ready. */
const UP = 'Notifly is up'

const dataDirs = new Map<Machine, string>()

async function dataDirOf(machine: Machine, folder: string): Promise<string> {
  const known = dataDirs.get(machine) ?? (await mkdtemp(join(folder, `${machine.name}-`)))
  dataDirs.set(machine, known)
  return known
}

/** Whether the API there answers in time and can reach its database. */
export async function isReady({ address }: Machine): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  return fetch(`http://${address}:${API_PORT}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The host that appears among the workers once a machine has been started. */
export async function hostStartedBy(database: Database, start: () => Promise<void>): Promise<string> {
  const known = new Set(await hostsOf(database))
  await start()
  for (;;) {
    const fresh = (await hostsOf(database)).find(host => !known.has(host))
    if (fresh !== undefined) return fresh
    await delay(LOOK_MS)
  }
}

async function hostsOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ host: string }>('select distinct host_id::text as host from worker')
  return rows.map(({ host }) => host)
}

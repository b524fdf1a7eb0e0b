/** The sandbox as a process of its own: every provider that there is, with dials, and an account of what it decided. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatedDecision } from '@notifly/sandbox/faults/decisions'
import { dataOf, requestOf } from '../../harness/request.ts'

/** Reports take a third of the time that they take in reality. */
const PACE = 0.3
const AT_ONCE = 20_000

export interface Emulators extends AsyncDisposable {
  port: number
  smtpPort: number
  /** Calls the sandbox's own API; throws for anything but success. */
  call<Data>(method: string, path: string, body?: object): Promise<Data>
  /** Everything that was decided so far, in the order of arrival. */
  decisions(): Promise<DatedDecision[]>
}

export async function startEmulators(bouncePort: number): Promise<Emulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'notifly-soak-sandbox-'))
  const bounce = { host: '127.0.0.1', port: bouncePort }
  const options = JSON.stringify({ port: 0, smtpPort: 0, dataDir, pace: PACE, bounce })
  const child = fork(fileURLToPath(import.meta.resolve('@notifly/sandbox/main')), [options], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ url, smtpPort }] = (await once(child, 'message')) as [{ url: string; smtpPort: number }]
  const call: Emulators['call'] = async (method, path, body) =>
    dataOf(`${method} ${path}`, await fetch(url + path, requestOf(method, body)))
  return {
    port: Number(new URL(url).port),
    smtpPort,
    call,
    async decisions() {
      const all: DatedDecision[] = []
      for (let from = 0; ;) {
        const page = await call<{ decisions: DatedDecision[]; next: number }>(
          'GET',
          `/api/decisions?from=${from}&most=${AT_ONCE}`,
        )
        if (page.decisions.length === 0) return all
        all.push(...page.decisions)
        from = page.next
      }
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

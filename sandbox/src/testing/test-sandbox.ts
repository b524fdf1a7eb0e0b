import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts'

// A separate sandbox for each test, on free ports, closed when the test ends.

export interface Answered {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many shapes
  body: any
}

export interface TestSandbox extends Sandbox {
  dataDir: string
  get(path: string, init?: RequestInit): Promise<Answered>
  put(path: string, body: unknown): Promise<Answered>
  /** Sends a mail as a well-behaved client; rejects if the server refuses it. */
  send(mail: SendMailOptions): Promise<unknown>
}

/** An empty directory that is removed when the test ends. */
export async function testDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'notifly-sandbox-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Starts a sandbox whose readers and reports have no delay. */
export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? (await testDirectory())
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, pace: 0, ...options, dataDir })
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true })
  onTestFinished(async () => {
    transport.close()
    await sandbox.stop()
  })
  const get = async (path: string, init?: RequestInit) => {
    const answer = await fetch(sandbox.url + path, init)
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return {
    ...sandbox,
    dataDir,
    get,
    put: (path, body) =>
      get(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    send: mail => transport.sendMail({ from: 'Shop <shop@shop.example>', subject: 'Hello', text: 'Hello', ...mail }),
  }
}

import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from './sandbox.ts'
import { testDirectory } from './testing/test-sandbox.ts'

async function startProcess(dataDir: string) {
  const options = JSON.stringify({ port: 0, smtpPort: 0, dataDir })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), options], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const addresses: { url: string; smtpPort: number } = JSON.parse(line)
    return { child, exited, ...addresses }
  }
  throw new Error('The sandbox said nothing')
}

test('a taken port fails the start and leaves nothing open', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  await new Promise(resolve => blocker.once('listening', resolve))
  const { port } = blocker.address() as AddressInfo
  const dataDir = await testDirectory()
  await expect(startSandbox({ port, smtpPort: 0, dataDir })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await expect(startSandbox({ port: 0, smtpPort: port, dataDir })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('as a process of its own it keeps what it has accepted when it is killed, and stops when told to', async () => {
  const dataDir = await testDirectory()
  const first = await startProcess(dataDir)
  const transport = createTransport({ host: '127.0.0.1', port: first.smtpPort, pool: true, maxConnections: 5 })
  onTestFinished(() => transport.close())
  let accepted = 0
  const sending = Array.from({ length: 400 }, async (_, i) => {
    await transport.sendMail({ from: 's@x.example', to: `p${i}@x.example`, text: 'Hello' })
    if (++accepted !== 100) return
    first.child.kill('SIGKILL')
    await first.exited
    transport.close()
  })
  await Promise.allSettled(sending)
  expect(accepted).toBeGreaterThanOrEqual(100)
  expect(accepted).toBeLessThan(400)

  const second = await startProcess(dataDir)
  const answer = await fetch(`${second.url}/api/messages/counts`)
  const { data } = (await answer.json()) as { data: { messages: number; repeated: unknown[] } }
  expect(data.messages).toBeGreaterThanOrEqual(accepted)
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('it stops when its parent is gone', async () => {
  const { child, exited } = await startProcess(await testDirectory())
  child.disconnect()
  expect(await exited).toBe(0)
})

// The supervisor under a process of its own, with a small server that tells what reaches it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignalGate } from './supervise.ts'

const SERVER = `
const waiting = setInterval(() => {}, 1000)
const stubborn = process.argv.includes('--stubborn')
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    console.log('got ' + signal)
    if (stubborn) return
    clearInterval(waiting)
    process.exitCode = 3
  })
}
console.log('up')
`

const WAIT = { timeout: 20_000, interval: 20 }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notifly supervise '))
  await writeFile(join(folder, 'server.mjs'), SERVER)
  const supervise = JSON.stringify(join(import.meta.dirname, 'supervise.ts'))
  await writeFile(
    join(folder, 'start.mjs'),
    `import { supervise } from ${supervise}
process.exitCode = await supervise(['server.mjs', ...process.argv.slice(2)], ${JSON.stringify(folder)})`,
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the gate for signals', () => {
  test('passes the first press, ignores its echoes and kills at the second', () => {
    let nowMs = 1000
    const gate = createSignalGate(() => nowMs)
    expect(gate()).toBe('pass')
    nowMs += 5
    expect(gate()).toBe('ignore')
    nowMs += 500
    expect(gate()).toBe('ignore')
    nowMs += 500
    expect(gate()).toBe('kill')
    nowMs += 5
    expect(gate()).toBe('kill')
  })
})

describe('the server under the supervisor', () => {
  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)('when %s arrives gets %s, and its exit code is kept', async (signal, passedOn) => {
    const { supervisor, heard } = await start()
    const exit = once(supervisor, 'exit')
    supervisor.kill(signal)
    expect(await exit).toEqual([3, null])
    expect(heard()).toEqual([`got ${passedOn}`])
  })

  test('gets a press once although it comes to the whole process group and again from npm', async () => {
    const { supervisor, heard } = await start()
    const exit = once(supervisor, 'exit')
    process.kill(-(supervisor.pid ?? 0), 'SIGINT')
    supervisor.kill('SIGINT')
    await exit
    expect(heard()).toEqual(['got SIGINT'])
  })

  test('that does not stop is killed at the second press', async () => {
    const { supervisor, heard } = await start('--stubborn')
    const exit = once(supervisor, 'exit')
    supervisor.kill('SIGINT')
    await expect.poll(heard, WAIT).toEqual(['got SIGINT'])
    const pressing = setInterval(() => supervisor.kill('SIGINT'), 200)
    expect(await exit).toEqual([137, null])
    clearInterval(pressing)
    expect(heard()).toEqual(['got SIGINT'])
  })

  test('stops in order when the supervisor is killed outright', async () => {
    const { supervisor, heard } = await start()
    // Closed when the last process that writes to the pipe, the server, has ended.
    const closed = once(supervisor, 'close')
    supervisor.kill('SIGKILL')
    await closed
    expect(heard()).toEqual(['got SIGTERM'])
  })
})

async function start(...args: string[]) {
  const supervisor: ChildProcess = spawn(process.execPath, [join(folder, 'start.mjs'), ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  supervisor.stdout?.on('data', chunk => lines.push(...String(chunk).trim().split('\n')))
  await expect.poll(() => lines[0], WAIT).toBe('up')
  return { supervisor, heard: () => lines.slice(1) }
}

// The supervisor under a process of its own, with a small server that tells what reaches it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignalGate } from './supervise.ts'

const SERVER = `
import { spawn } from 'node:child_process'
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
process.on('message', ({ restarts }) => console.log('restarts ' + JSON.stringify(restarts)))
process.channel?.unref()
console.log('up')
setInterval(() => process.send('beat'), 100).unref()
if (process.argv.includes('--up')) process.send('up')
// Who reads this may stop the process at once.
console.log('pid ' + process.pid)
if (process.argv.includes('--orphan')) {
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  orphan.unref()
  console.log('orphan ' + orphan.pid)
}
const exit = process.argv.find(arg => arg.startsWith('--exit='))
if (exit !== undefined) setTimeout(() => process.exit(Number(exit.slice(7))), 100)
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
const times = { silentMs: 3000, leaveMs: 2000, longestPauseMs: 1000 }
process.exitCode = await supervise(['server.mjs', ...process.argv.slice(2)], ${JSON.stringify(folder)}, times)`,
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
    expect(signals(heard())).toEqual([`got ${passedOn}`])
  })

  test('gets a press once although it comes to the whole process group and again from npm', async () => {
    const { supervisor, heard } = await start()
    const exit = once(supervisor, 'exit')
    process.kill(-(supervisor.pid ?? 0), 'SIGINT')
    supervisor.kill('SIGINT')
    await exit
    expect(signals(heard())).toEqual(['got SIGINT'])
  })

  test('that does not stop is killed at the second press', async () => {
    const { supervisor, heard } = await start('--stubborn')
    const exit = once(supervisor, 'exit')
    supervisor.kill('SIGINT')
    await expect.poll(() => signals(heard()), WAIT).toEqual(['got SIGINT'])
    const pressing = setInterval(() => supervisor.kill('SIGINT'), 200)
    expect(await exit).toEqual([137, null])
    clearInterval(pressing)
    expect(signals(heard())).toEqual(['got SIGINT'])
  })

  test('is not started again when it was never up, or ends in order', async () => {
    const refused = await start('--exit=1')
    expect(await once(refused.supervisor, 'exit')).toEqual([1, null])
    const done = await start('--up', '--exit=0')
    expect(await once(done.supervisor, 'exit')).toEqual([0, null])
  })

  test('that ends without being told is started again, after all that it had left behind is gone', async () => {
    const { supervisor, heard } = await start('--up', '--orphan')
    const first = await expectLine(heard, 'orphan ')
    const server = await expectLine(heard, 'pid ')
    process.kill(server, 'SIGKILL')
    await expect.poll(heard, WAIT).toContain('restarts {"died":1,"hung":0}')
    expect(isThere(first)).toBe(false)
    const exit = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect(await exit).toEqual([3, null])
  })

  test('that gives no sign of life is killed and started again', async () => {
    const { supervisor, heard } = await start('--up')
    process.kill(await expectLine(heard, 'pid '), 'SIGSTOP')
    await expect.poll(heard, WAIT).toContain('restarts {"died":0,"hung":1}')
    const exit = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect(await exit).toEqual([3, null])
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

const signals = (lines: readonly string[]) => lines.filter(line => line.startsWith('got '))

/** Waits for a line of this beginning and answers the number behind it. */
async function expectLine(heard: () => string[], beginning: string): Promise<number> {
  const find = () => heard().find(line => line.startsWith(beginning))
  await expect.poll(find, WAIT).toBeDefined()
  return Number(find()?.slice(beginning.length))
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pinProcess, unpinProcess, placeOf } from './processors.ts'

test.each([
  ['each worker has one of its own', 2, '0-1', [0, 1]],
  ['only those that the process may use count', 3, '2,5-6', [2, 5, 6]],
  ['more workers than processors share them', 3, '0-1', [0, 1, 0]],
  ['with room to spare nobody is kept anywhere', 2, '0-3', [undefined, undefined]],
  ['a single one is no choice', 1, '0', [undefined]],
  ['a system that does not say leaves them alone', 1, '', [undefined]],
])('%s', (_, workers, allowed, places) => {
  expect(Array.from({ length: workers }, (_, slot) => placeOf(slot, workers, allowed))).toEqual(places)
})

test('a process is kept in the place of its slot, where the system can, and let go again', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const { pid = 0 } = child
  const allowed = (of: number | 'self'): string =>
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(`/proc/${of}/status`, 'latin1'))?.[1] ?? ''
  try {
    await pinProcess(pid, 1, 1000)
    if (process.platform !== 'linux') return
    expect([allowed('self'), String(placeOf(1, 1000, allowed('self')))]).toContain(allowed(pid))
    await unpinProcess(pid, 1000)
    expect(allowed(pid)).toBe(allowed('self'))
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

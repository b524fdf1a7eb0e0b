import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endOf } from './child-end.ts'

test('a message that does not arrive is no end; the end is told with its code', async () => {
  const script = `process.disconnect(); process.stdin.once('data', () => process.exit(7))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'ignore', 'ipc'] })
  const end = endOf(child)
  await once(child, 'disconnect')
  const failed = once(child, 'error')
  child.send('too late')
  expect(await failed).toMatchObject([{ code: 'ERR_IPC_CHANNEL_CLOSED' }])
  child.stdin?.write('end')
  expect(await end).toEqual({ code: 7, signal: null })
})

test('a process that cannot be started has ended', async () => {
  expect(await endOf(spawn('/nothing/is/here'))).toEqual({ code: null, signal: null })
})

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { afterAll, expect, onTestFinished, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'notifly-watch-parent-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a process whose main thread is blocked ends when its parent is gone', async () => {
  const module = JSON.stringify(new URL('./watch-parent.ts', import.meta.url).href)
  await writeFile(
    join(folder, 'child.mjs'),
    `import { endWithParent } from ${module}
     endWithParent()
     console.log(process.pid)
     setTimeout(() => { for (;;); }, 500)`,
  )
  await writeFile(
    join(folder, 'parent.mjs'),
    `import { fork } from 'node:child_process'
     fork(${JSON.stringify(join(folder, 'child.mjs'))})
     setInterval(() => undefined, 1000)`,
  )
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  const child = Number(line)
  parent.kill('SIGKILL')
  await expect.poll(() => isThere(child), { timeout: 30_000 }).toBe(false)
}, 60_000)

test('a parent that is stopped when its starter is gone ends, and its children with it', async () => {
  const module = JSON.stringify(new URL('./watch-parent.ts', import.meta.url).href)
  const forks = (file: string, ...args: string[]) =>
    `import { fork } from 'node:child_process'
     fork(${JSON.stringify(join(folder, file))}, [${args.join()}])
     setInterval(() => undefined, 1000)`
  await writeFile(
    join(folder, 'grandchild.mjs'),
    `import { endWithParent } from ${module}
     endWithParent({ starter: Number(process.argv[2]) })
     process.on('disconnect', () => process.exit())
     console.log(process.ppid, process.pid)`,
  )
  await writeFile(join(folder, 'stopped.mjs'), forks('grandchild.mjs', 'String(process.ppid)'))
  await writeFile(join(folder, 'starter.mjs'), forks('stopped.mjs'))
  const starter = spawn(process.execPath, [join(folder, 'starter.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string]
  const [parent = 0, child = 0] = line.split(' ').map(Number)
  onTestFinished(() => [parent, child].filter(isThere).forEach(pid => process.kill(pid, 'SIGKILL')))
  process.kill(parent, 'SIGSTOP')
  starter.kill('SIGKILL')
  await expect.poll(() => isThere(child), { timeout: 30_000 }).toBe(false)
}, 60_000)

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

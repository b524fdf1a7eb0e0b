import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'

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
  const isThere = (): boolean => {
    try {
      return process.kill(child, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isThere, { timeout: 30_000 }).toBe(false)
}, 60_000)

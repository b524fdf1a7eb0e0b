// The launcher, started as a person would: in a small checkout of its own whose packages count as installed. An old Node is
// played by a preloaded module that claims to be one, so that these tests need no second Node and no network.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runtimePackage } from './runtime.mjs'

const OLD_NODE = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } }); process.execve = undefined`
/** Its process can become another program. */
const LESS_OLD_NODE = OLD_NODE.replace('20.1.0', '22.15.0').replace('process.execve = undefined', '')
const REPORT = `
const lines = [process.argv.slice(2).join('|'), process.env.NOTIFLY_LAUNCH_DEPTH ?? 'none', process.env.PATH ?? '', String(process.pid)]
console.log(JSON.stringify(lines))
if (process.argv.includes('--exit')) process.exitCode = 7
if (process.argv.includes('--wait')) {
  const waiting = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      console.log('got ' + signal)
      clearInterval(waiting)
      process.exitCode = 5
    })
  }
  console.log('waiting')
}
`

let checkout: string

beforeAll(async () => {
  // The space is meant: checkouts lie in folders like that.
  checkout = await mkdtemp(join(tmpdir(), 'notifly launch '))
  await mkdir(join(checkout, 'node_modules/.cache'), { recursive: true })
  await cp(import.meta.dirname, join(checkout, 'scripts'), {
    recursive: true,
    filter: path => !path.endsWith('.ts'),
  })
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}')
  await writeFile(join(checkout, 'package-lock.json'), '{"packages":{}}')
  await writeFile(join(checkout, 'node_modules/.package-lock.json'), '{"packages":{}}')
  await writeFile(memory(), `${runtimePackage()}\n${process.execPath}\n`)
  await writeFile(join(checkout, 'scripts/start.ts'), REPORT)
})

afterAll(() => rm(checkout, { recursive: true, force: true }))

describe('under a current Node', () => {
  test('the command runs in the same process, with the arguments as they were given', async () => {
    const { code, report } = await launch([], 'start', 'a b', '--x=1')
    expect(code).toBe(0)
    expect(report.slice(0, 2)).toEqual(['a b|--x=1', 'none'])
  })

  test('children find the same Node first', async () => {
    const { report } = await launch([], 'start')
    expect(report[2]?.startsWith(join(process.execPath, '..'))).toBe(true)
  })

  test('demo is a start with its own argument before those of the caller', async () => {
    const { report } = await launch([], 'demo', 'x')
    expect(report[0]).toBe('--demo|x')
  })

  test('the exit code is kept', async () => {
    expect((await launch([], 'start', '--exit')).code).toBe(7)
  })

  test('an unknown command is answered with the known ones', async () => {
    const { code, stderr } = await launch([], 'strat')
    expect(code).toBe(2)
    expect(stderr).toContain('start|demo|backup|restore|rehearse|move|recount|check')
  })
})

describe('under an old Node', () => {
  const old = ['--import', OLD_NODE]

  test('the command runs under the remembered runtime, with the arguments as they were given', async () => {
    const { code, report, stderr } = await launch(old, 'start', 'a b', '--x=1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(report.slice(0, 2)).toEqual(['a b|--x=1', '1'])
  })

  test('the exit code is kept', async () => {
    expect((await launch(old, 'start', '--exit')).code).toBe(7)
  })

  test('a second entry under an old Node ends with what to do', async () => {
    const { code, stderr } = await launch(old, 'start', { NOTIFLY_LAUNCH_DEPTH: '1' })
    expect(code).toBe(1)
    expect(stderr).toContain('still on Node 20.1.0')
    expect(stderr).toContain('Install Node 24 or later')
  })

  test('without npm it says where to get it', async () => {
    await rm(memory())
    const { code, stderr } = await launch(old, 'start', { PATH: '/nowhere' })
    await writeFile(memory(), `${runtimePackage()}\n${process.execPath}\n`)
    expect(code).toBe(1)
    expect(stderr).toContain('npm is not on PATH')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the command, whose exit code is kept', async signal => {
    const child = start(old, ['start', '--wait'])
    await said(child, 'waiting')
    const heard = said(child, `got ${signal}`)
    const exit = once(child, 'exit')
    child.kill(signal)
    await heard
    expect(await exit).toEqual([5, null])
  })

  test('when the first entry is killed outright the command is told to end', async () => {
    const child = start(old, ['start', '--wait'])
    await said(child, 'waiting')
    const heard = said(child, 'got SIGTERM')
    child.kill('SIGKILL')
    expect(await heard).toContain('got SIGTERM')
  })
})

describe('under an old Node whose process can become another program', () => {
  const old = ['--import', LESS_OLD_NODE]

  test('it becomes the remembered runtime, with the arguments as they were given', async () => {
    const { pid, code, report, stderr } = await launch(old, 'start', 'a b', '--x=1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect([report[0], report[1], report[3]]).toEqual(['a b|--x=1', '1', String(pid)])
  })

  test('the exit code is kept', async () => {
    expect((await launch(old, 'start', '--exit')).code).toBe(7)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the command, whose exit code is kept', async signal => {
    const child = start(old, ['start', '--wait'])
    await said(child, 'waiting')
    const heard = said(child, `got ${signal}`)
    const exit = once(child, 'exit')
    child.kill(signal)
    await heard
    expect(await exit).toEqual([5, null])
  })

  test('when npm has started it, the command is told to end with the shell between them', async () => {
    const path = join(checkout, 'scripts/launch.mjs')
    const command = [process.execPath, '--import', LESS_OLD_NODE, path, 'start', '--wait']
    // The second command keeps the shell from becoming the first one.
    const shell = spawn(
      'sh',
      ['-c', `${command.map(part => `'${part.replaceAll("'", "'\\''")}'`).join(' ')}; exit $?`],
      {
        env: { ...withoutOurs(process.env), npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await said(shell, 'waiting')
    const heard = said(shell, 'got SIGTERM')
    shell.kill('SIGKILL')
    expect(await heard).toContain('got SIGTERM')
  })
})

describe('the installation', () => {
  test('of an unchanged lock is noted and not repeated', async () => {
    await launch([], 'start')
    expect(await readFile(join(checkout, 'node_modules/.notifly-lock'), 'utf8')).toMatch(/^[0-9a-f]{64} /)
  })
})

function memory(): string {
  return join(checkout, 'node_modules/.cache/notifly-runtime')
}

/** Runs the launcher to its end; the one argument that is no string is added to the environment. */
async function launch(flags: string[], ...args: (string | NodeJS.ProcessEnv)[]) {
  const env = args.find(argument => typeof argument === 'object') ?? {}
  const child = start(
    flags,
    args.filter(argument => typeof argument === 'string'),
    env,
  )
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', chunk => (output.stdout += String(chunk)))
  child.stderr?.on('data', chunk => (output.stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  const report = output.stdout === '' ? [] : (JSON.parse(output.stdout) as string[])
  return { pid: child.pid, code, report, stderr: output.stderr }
}

function start(flags: string[], args: string[], extra: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [...flags, join(checkout, 'scripts/launch.mjs'), ...args], {
    env: { ...withoutOurs(process.env), ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function withoutOurs({ NOTIFLY_LAUNCH_DEPTH: _, NODE_OPTIONS: __, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env
}

/** Resolves with all that the child has said once these words are among it. */
function said(child: ChildProcess, words: string): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    child.stdout?.on('data', chunk => {
      text += String(chunk)
      if (text.includes(words)) resolve(text)
    })
  })
}

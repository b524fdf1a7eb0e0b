// In a small checkout of its own: the folder with what remains belongs to the checkout.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string
let hook: string

beforeEach(async () => {
  // The space is meant: checkouts lie in folders like that.
  root = await mkdtemp(join(tmpdir(), 'notifly stripped '))
  hook = join(root, 'server/src/lib/process/strip-once.mjs')
  await cp(join(import.meta.dirname, 'strip-once.mjs'), hook, { recursive: true })
  await mkdir(join(root, 'contracts/src'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(join(root, 'contracts/src/word.ts'), "export const word: string = 'नमस्ते'")
  await writeFile(
    join(root, 'server/src/main.ts'),
    `import { word } from '../../contracts/src/word.ts'
     const reader: boolean = process.moduleLoadList.some((name: string) => name.includes('amaro'))
     console.log(JSON.stringify({ word, reader, at: new Error('here').stack?.split('\\n')[1] }))`,
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

interface Said {
  word: string
  /** Whether it loaded what reads TypeScript. */
  reader: boolean
  at: string
}

async function run(): Promise<Said> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const args = ['--disable-warning=ExperimentalWarning', `--import=${pathToFileURL(hook).href}`, 'server/src/main.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  return JSON.parse(stdout) as Said
}

const kept = () => readdir(join(root, 'node_modules/.cache/notifly-stripped'))

test('no process that runs the product loads what reads TypeScript, not even the first; errors name their place', async () => {
  const first = await run()
  expect(first).toEqual({ word: 'नमस्ते', reader: false, at: expect.stringContaining('server/src/main.ts:3:') as string })
  expect(await kept()).toHaveLength(2)
  expect(await run()).toEqual(first)
  expect(await kept()).toHaveLength(2)
})

test('a file that was changed is read anew', async () => {
  await run()
  await writeFile(join(root, 'contracts/src/word.ts'), "export const word: string = 'hello'")
  expect(await run()).toMatchObject({ word: 'hello', reader: false })
})

test('a file that lost its content is read anew', async () => {
  const first = await run()
  const folder = join(root, 'node_modules/.cache/notifly-stripped')
  for (const name of await kept()) await writeFile(join(folder, name), '')
  expect(await run()).toEqual(first)
})

test('where nothing can be kept, it runs all the same', async () => {
  await writeFile(join(root, 'node_modules'), 'no folder')
  expect(await run()).toMatchObject({ word: 'नमस्ते', reader: true })
})

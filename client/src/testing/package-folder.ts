import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const CLIENT = join(import.meta.dirname, '../..')
const TSC = join(CLIENT, '../node_modules/typescript/bin/tsc')
const run = promisify(execFile)

type Command = [runtime: string, ...args: string[]]

/**
 * Node, and whatever runs TypeScript by the commands in NOTIFLY_TEST_RUNTIMES, such as "bun run,deno run -A": they are not installed for
 * tests, so other runtimes are tried by hand.
 */
export const RUNTIMES: readonly Command[] = [
  [process.execPath],
  ...(process.env['NOTIFLY_TEST_RUNTIMES'] ?? '')
    .split(',')
    .filter(Boolean)
    .map(command => command.split(' ') as Command),
]

/** A new folder in which the package is installed as it is published, with the examples of its README as numbered files. */
export async function folderWithPackage(): Promise<{ folder: string; installed: string; examples: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-client-'))
  const installed = join(folder, 'node_modules/@notifly/client')
  await mkdir(installed, { recursive: true })
  await copyFile(join(CLIENT, 'package.json'), join(installed, 'package.json'))
  await compile('-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', join(installed, 'dist'))
  const examples = examplesIn(await readFile(join(CLIENT, 'README.md'), 'utf8'))
  await Promise.all(examples.map((code, at) => writeFile(join(folder, `${at + 1}.ts`), code)))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  return { folder, installed, examples }
}

/** Throws with what the compiler complains about. */
export async function checkTypes(folder: string): Promise<void> {
  await compile('-p', folder)
}

/** Runs the examples one after the other in a program of their own, by this command. Returns what they print. */
export async function runExamples(
  folder: string,
  { count, env, command: [runtime, ...args] }: { count: number; env: Record<string, string>; command: Command },
): Promise<string> {
  for (let at = 1; at <= count; at++) {
    const file = join(folder, `${at}.ts`)
    const code = await readFile(file, 'utf8')
    await writeFile(file, code.replaceAll('https://notifly.example', env['NOTIFLY_URL'] ?? ''))
  }
  const imports = Array.from({ length: count }, (_, at) => `await import('./${at + 1}.ts')`)
  await writeFile(join(folder, 'all.ts'), `${imports.join('\n')}\nexport {}\n`)
  const { stdout } = await run(runtime, [...args, join(folder, 'all.ts')], { env: { ...process.env, ...env } })
  return stdout
}

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots: [join(CLIENT, '../node_modules/@types')],
  },
  include: ['*.ts'],
}

/** All go on with the `notifly` of the first. */
function examplesIn(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const beginning = blocks[0]?.split('\n\n').slice(0, 2).join('\n\n')
  return blocks.map((code, at) => (at === 0 ? code : `${beginning}\n${code}`))
}

async function compile(...args: string[]): Promise<void> {
  try {
    await run(process.execPath, [TSC, ...args])
  } catch (error) {
    throw new Error(String((error as { stdout?: string }).stdout), { cause: error })
  }
}

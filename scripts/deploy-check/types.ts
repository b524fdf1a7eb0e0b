// Data written as TypeScript literals of a kept package's types: a misspelt or misplaced field is a type error.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { run } from './command.ts'

/** Installs packages of npm into the folder, for their types or what else is in them. */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await run('npm', ['install', '--prefix', folder, ...quiet, ...packages])
}

/** Throws with what the compiler says of a file of these lines. */
export async function checkTypes(root: string, folder: string, lines: readonly string[]): Promise<void> {
  const file = join(folder, 'literals.ts')
  await writeFile(file, lines.join('\n'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const target = ['--module', 'nodenext', '--target', 'es2024', '--ignoreConfig']
  await run(process.execPath, [compiler, '--noEmit', '--strict', '--skipLibCheck', ...target, file], { cwd: folder })
}

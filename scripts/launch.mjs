// The way in for every npm command: `node scripts/launch.mjs <command> [arguments]`. Plain JavaScript that any Node from 18 on
// can read. It makes sure of a current Node and of the installed packages, then hands over to the command's TypeScript file.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installPackages } from './packages.mjs'
import {
  DEPTH_VARIABLE,
  isCurrentNode,
  locateRuntime,
  rememberRuntime,
  runUnder,
  stopWithParent,
  stopWithShell,
  withFirstOnPath,
} from './runtime.mjs'

/** Each command's file, and the arguments before those of the caller. */
const COMMANDS = new Map([
  ['start', ['scripts/start.ts']],
  ['demo', ['scripts/start.ts', '--demo']],
  ['backup', ['scripts/operate.ts', 'backup']],
  ['restore', ['scripts/operate.ts', 'restore']],
  ['rehearse', ['scripts/operate.ts', 'rehearse']],
  ['move', ['scripts/operate.ts', 'move']],
  ['recount', ['scripts/operate.ts', 'recount']],
  ['check', ['scripts/check.ts']],
  ['format', ['scripts/format.ts']],
  ['build', ['scripts/build.ts']],
  ['deploy-check', ['scripts/deploy-check.ts']],
  ['bench', ['bench/src/bench.ts']],
  ['soak', ['bench/src/soak.ts']],
  ['interop', ['scripts/interop.ts']],
])

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

try {
  await launch(process.argv[2] ?? '', process.argv.slice(3))
} catch (error) {
  console.error(error instanceof Error && error.name === 'LaunchError' ? `\n${error.message}\n` : error)
  process.exitCode = 1
}

/**
 * @param {string} command
 * @param {string[]} rest
 */
async function launch(command, rest) {
  const [path, ...ownArgs] = COMMANDS.get(command) ?? []
  if (path === undefined || !existsSync(join(root, path))) {
    console.error(`Usage: node scripts/launch.mjs <${[...COMMANDS.keys()].join('|')}> [arguments]`)
    process.exitCode = 2
    return
  }
  const isSecondEntry = process.env[DEPTH_VARIABLE] !== undefined
  stopWithShell()
  if (!isCurrentNode()) {
    const runtime = locateRuntime(root, isSecondEntry)
    process.exitCode = await runUnder(runtime, [fileURLToPath(import.meta.url), command, ...rest])
    return
  }
  stopWithParent()
  process.env.PATH = withFirstOnPath(dirname(process.execPath), process.env.PATH)
  const installed = installPackages(root)
  // Installing empties node_modules, and with it what the first entry remembered.
  if (isSecondEntry && installed) rememberRuntime(root, process.execPath)
  process.argv = [process.execPath, join(root, path), ...ownArgs, ...rest]
  await import(pathToFileURL(join(root, path)).href)
}

// `npm run backup`, `restore`, `rehearse`, `move` and `recount`: commands of operators, with the settings that `npm start` has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const [command = '', ...args] = process.argv.slice(2)
const envFile = join(root, '.env')
const flags = existsSync(envFile) ? [`--env-file=${envFile}`] : []
// Folders are named as seen from where the command was typed; npm runs it in the checkout.
const from = process.env['INIT_CWD'] ?? process.cwd()
const namesFolders = command !== 'move' && command !== 'recount'
const named = args.map(arg => (arg.startsWith('-') || !namesFolders ? arg : resolve(from, arg)))
const program = `server/src/commands/${command}-process.ts`
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, program, ...named], {
  stdio: 'inherit',
  cwd: root,
})
// A Ctrl+C reaches both of us; it ends in its own way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', code => (process.exitCode = code ?? 1))

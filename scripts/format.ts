// `npm run format`: writes every file the way the check wants it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['.']
const run = spawnSync(process.execPath, [prettier, '--write', '--log-level=warn', ...paths], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = run.status ?? 1

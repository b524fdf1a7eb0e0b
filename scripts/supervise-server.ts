// What `npm start` becomes once everything is built: Node's arguments for the server are ours.
import { join } from 'node:path'
import process from 'node:process'
import { stopWithShell } from './runtime.mjs'
import { supervise } from './supervise.ts'

stopWithShell()
process.exitCode = await supervise(process.argv.slice(2), join(import.meta.dirname, '..'))

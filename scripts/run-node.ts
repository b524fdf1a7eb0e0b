// Runs a Node program as a child of its own and keeps what it prints.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'

/** Whether the program exited with 0, and its whole output, without colours. */
export interface RunOutcome {
  ok: boolean
  output: string
}

/** Runs a Node program to its end. Returns whether it exited with 0, and its whole output. `isYielding`: it runs at low priority. */
export function runNode(args: string[], cwd: string, isYielding = false): Promise<RunOutcome> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (isYielding && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => {
      resolve({ ok: code === 0, output: stripVTControlCharacters(output) })
    })
  })
}

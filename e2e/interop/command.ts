/** Runs other programs to their end, or starts them in the background. */
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import process from 'node:process'

/** A program failed; the message contains the end of its output. */
export class CommandError extends Error {
  constructor(command: readonly string[], code: number | null, said: string) {
    super(`${command.slice(0, 3).join(' ')} ended with ${code}: ${said.trim().slice(-2000)}`)
    this.name = 'CommandError'
  }
}

interface RunOptions {
  /** What it reads. */
  input?: string
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>
  /** Kills it. */
  signal?: AbortSignal | undefined
  /** Called with each piece of what it says on standard error. */
  onSaid?: (text: string) => void
}

/** Runs a program to its end. Returns its standard output. Throws CommandError. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input, env, signal, onSaid } = options
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: 'pipe',
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  let output = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    onSaid?.(text)
  })
  // A program that does not read its input is no failure.
  child.stdin.on('error', () => undefined).end(input ?? '')
  // Also after an error: it is gone only when its pipes are closed.
  let failure: Error | undefined
  child.on('error', error => (failure = error))
  const code = await new Promise<number | null>(resolve => void child.on('close', resolve))
  if (failure !== undefined) throw failure
  if (code !== 0) throw new CommandError(command, code, said || output)
  return output
}

/** Starts a program that runs until the namespace ends. Its output is written to a file. */
export function start(command: readonly string[], logFile: string): ChildProcess {
  const [file = '', ...args] = command
  const log = openSync(logFile, 'a')
  return spawn(file, args, { stdio: ['ignore', log, log] })
}

import { spawn } from 'node:child_process'
import process from 'node:process'
import { text } from 'node:stream/consumers'

interface CommandOptions {
  env?: Record<string, string>
  cwd?: string
  uid?: number
  /** Given to the program to read. */
  input?: string
}

/** Runs a program to its end. Returns its output; throws an error that contains it if the exit code is not 0. */
export async function run(file: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { env = {}, cwd, uid, input } = options
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid }),
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code === 0) return output
  throw new Error(`${file} ${args.slice(0, 4).join(' ')} ended with ${code}:\n${(complaints + output).slice(-3000)}`)
}

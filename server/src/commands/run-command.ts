/** Runs an operator's command. Prints failures as sentences, and exits with code 1 after one. */
import process from 'node:process'
import type { DatabaseLog } from '../db/database-log.ts'
import { ConfigError } from '../config.ts'
import { StartError } from '../lib/start-error.ts'

/** Only warnings and errors of the database are printed. */
export const commandLog: DatabaseLog = { info: () => undefined, warn: printLine, error: printLine }

function printLine(_facts: object, message: string): void {
  process.stderr.write(`${message}\n`)
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export async function runCommand(work: () => Promise<void>): Promise<void> {
  // In this order, so that a server that was started for the command ends as well.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    await work()
  } catch (error) {
    const isForPeople = error instanceof ConfigError || error instanceof StartError
    process.stderr.write(`\n${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`)
    process.exitCode = 1
  }
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}

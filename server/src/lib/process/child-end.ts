import type { ChildProcess } from 'node:child_process'

export interface ChildEnd {
  /** Null if a signal ended it, or if it could not be started. */
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * Resolves when a process has ended or could not be started. Never rejects, unlike `events.once(child, 'exit')`, which rejects for a
 * message that does not reach a process that is just ending.
 */
export function endOf(child: ChildProcess): Promise<ChildEnd> {
  const { promise, resolve } = Promise.withResolvers<ChildEnd>()
  child.once('exit', (code, signal) => resolve({ code, signal }))
  child.on('error', () => {
    if (child.pid === undefined) resolve({ code: null, signal: null })
  })
  return promise
}

import { vi } from 'vitest'

// Pages load their code when they are opened; on a busy machine that takes longer than vitest's own second.
const PATIENCE_MS = 10_000

/** Asks again until `check` passes, and answers what it returned; the last failure is the test's. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE_MS)
}

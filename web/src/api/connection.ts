import { createStore } from './store.ts'

export interface LostConnection {
  /** When the first call failed to reach the server. */
  lostOn: number
  /** When the data on screen was read, if the dashboard was opened offline. */
  keptOn?: number
}

/** Undefined while the server responds. */
export const connection = createStore<LostConnection | undefined>(undefined)

/** Call after a call that got no answer. */
export function noteUnreachable(): void {
  if (connection.get() === undefined) connection.set({ lostOn: Date.now() })
}

/** Call after any answer, whatever it says. */
export function recordAnswer(): void {
  connection.set(undefined)
}

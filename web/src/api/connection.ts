import { createStore } from './store.ts'

export interface LostConnection {
  /** When the first call found no server. */
  lostOn: number
  /** When what is shown was read, where the dashboard was opened without a network. */
  keptOn?: number
}

/** Undefined while our server answers. */
export const connection = createStore<LostConnection | undefined>(undefined)

/** A call ended without any answer. */
export function noteUnreachable(): void {
  if (connection.get() === undefined) connection.set({ lostOn: Date.now() })
}

/** A call was answered, whatever it said. */
export function noteAnswer(): void {
  connection.set(undefined)
}

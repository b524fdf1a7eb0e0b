import type { World } from './world.ts'

/** What a shot is made of, and who makes it. */
export interface PreparedWrite {
  /** The owner's unless given; null for nobody's. */
  token?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The organization whose trail has the entry, from the answer's data; the world's unless given. */
  organization?: (data: Record<string, unknown>) => unknown
}

export type Prepare = (world: World) => Promise<PreparedWrite>

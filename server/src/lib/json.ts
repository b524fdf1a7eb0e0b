/** Reads JSON from others: anything unexpected reads as empty. */

export type Json = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the members of an object; none for anything else. */
export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** Returns the object in a text; an empty one if there is none. */
export function recordIn(text: string): Json {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

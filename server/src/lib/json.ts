/** JSON that others wrote: what is not as expected reads as empty. */

export type Json = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of an object; none of anything else. */
export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** The object that a text holds; empty where it holds none. */
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

/** Text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

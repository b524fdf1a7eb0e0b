/** JSON of the Graph API: ids in it may exceed 2^53, which JSON.parse would round, so they are read as text. */

/** Throws SyntaxError for what is no JSON. */
export function parseGraphJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    return isRounded ? context?.source : value
  })
}

export type Json = Readonly<Record<string, unknown>>

/** The members of an object; none of anything else. */
export function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text, or a number as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

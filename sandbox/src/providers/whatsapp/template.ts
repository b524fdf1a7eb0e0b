// Templates as the Graph API returns them.

export interface Button {
  type: string
  text?: string | undefined
  url?: string | undefined
  phone_number?: string | undefined
  example?: unknown
}

export interface Component {
  type: string
  format?: string | undefined
  text?: string | undefined
  example?: Record<string, unknown> | undefined
  buttons?: Button[] | undefined
}

export interface Template {
  id: string
  name: string
  language: string
  category: string
  status: string
  rejected_reason: string
  parameter_format: 'POSITIONAL' | 'NAMED'
  components: Component[]
  quality_score: { score: string }
}

const VARIABLE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** Names of a text's variables, without duplicates. */
export function variablesIn(text = ''): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(match => match[1] ?? ''))]
}

export function fillIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
}

/** An id as long as WhatsApp's: a number above 2^53. */
export function longId(): string {
  return `${1 + Math.floor(Math.random() * 8)}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}${String(Date.now()).slice(-8)}7`
}

import type { AuthenticationState, DnsRecord } from '@notifly/contracts/channel-settings/authentication'
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { DnsError } from '../../../lib/network/dns.ts'

/** What DNS says about one way to authenticate a sender. */
export interface Finding {
  state: AuthenticationState
  said: Sentence
  /** The record as it was found. */
  found: string | null
  /** What to add, or to put in its place. */
  record: DnsRecord | null
}

/** Length up to which a record is shown; receivers do not read longer ones. */
export const RECORD_MAX = 4096
const SHOWN_MAX = 600

export function finding(
  state: AuthenticationState,
  said: Sentence,
  { found = null, record = null }: { found?: string | null; record?: DnsRecord | null } = {},
): Finding {
  return {
    state,
    said,
    found: found !== null && found.length > SHOWN_MAX ? `${found.slice(0, SHOWN_MAX)}…` : found,
    record,
  }
}

/** Returns the finding; one with the state unknown if DNS does not respond. */
export async function foundOr(judging: Promise<Finding>): Promise<Finding> {
  try {
    return await judging
  } catch (error) {
    if (error instanceof DnsError) return finding('unknown', error.sentence)
    throw error
  }
}

/** Shortens a value that is too long to quote in a sentence. */
export function quoted(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Returns the tags of a record (RFC 6376 section 3.2): `name=value`, separated by semicolons. `wrong` is the first part that is no tag. */
export function readTags(record: string): Map<string, string> | { wrong: string } {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const text = part.trim()
    if (text === '') continue
    const equals = text.indexOf('=')
    const name = text.slice(0, Math.max(equals, 0)).trim().toLowerCase()
    if (!/^[a-z][a-z0-9_]*$/.test(name) || tags.has(name)) return { wrong: quoted(text) }
    tags.set(name, text.slice(equals + 1).trim())
  }
  return tags
}

export const tooLong = (host: string, found: string): Finding =>
  finding('wrong', sentence('authentication.tooLong', { host }), { found })

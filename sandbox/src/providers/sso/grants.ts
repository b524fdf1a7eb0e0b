import { hash, randomBytes } from 'node:crypto'
import type { SsoPerson } from './people.ts'

// Codes and access tokens, in memory: both are lost on a restart, and expire.

/** What a person agreed to on the authorize page. */
export interface Grant {
  provider: string
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | undefined
  /** The S256 hash of the required code verifier; undefined if the client sent none. */
  challenge: string | undefined
  person: SsoPerson
  /** Microsoft: the person's tenant. */
  tenant: string
}

interface Kept {
  grant: Grant
  endsAtMs: number
}

const CODE_MS = 60_000
const TOKEN_MS = 2 * 3_600_000
const MAX_KEPT = 10_000

export class Grants {
  readonly #codes = new Map<string, Kept>()
  readonly #tokens = new Map<string, Kept>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  /** A code that can be used once, within a minute. */
  issueCode(grant: Grant): string {
    return this.#keep(this.#codes, grant, CODE_MS)
  }

  /** Redeems a code, which can't be used again whatever the outcome. Undefined if it is unknown, used or expired. */
  takeCode(code: string): Grant | undefined {
    const kept = this.#codes.get(code)
    this.#codes.delete(code)
    return kept !== undefined && kept.endsAtMs > this.#nowMs() ? kept.grant : undefined
  }

  issueToken(grant: Grant): string {
    return this.#keep(this.#tokens, grant, TOKEN_MS)
  }

  /** The grant of an access token. */
  findToken(token: string): Grant | undefined {
    const kept = this.#tokens.get(token)
    return kept !== undefined && kept.endsAtMs > this.#nowMs() ? kept.grant : undefined
  }

  #keep(map: Map<string, Kept>, grant: Grant, lifeMs: number): string {
    const secret = randomBytes(32).toString('base64url')
    map.set(secret, { grant, endsAtMs: this.#nowMs() + lifeMs })
    const [oldest] = map.keys()
    if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest)
    return secret
  }
}

/** Whether `verifier` matches the code's challenge (RFC 7636, 4.6). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  return hash('sha256', verifier, 'base64url') === challenge
}

import { createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFile } from '../../json.ts'

// Subscriptions of simulated browsers. Their keys are derived from their id and one secret of this sandbox, so that a
// hundred thousand of them need no memory and survive a restart.

/** The browser's keys of a subscription. */
export interface SubscriptionKeys {
  ecdh: ECDH
  auth: Buffer
}

const SECRET_BYTES = 32
/** Bits of the id say whether the subscription has a site's key; the key itself has to be remembered. */
const MOST_KEYS = 100_000

export class Subscriptions {
  readonly #secret: Buffer
  readonly #gonePath: string
  readonly #gone: Set<string>
  readonly #keys = new Map<string, SubscriptionKeys>()
  /** The sites' public keys, for subscriptions that were created with one. */
  readonly #serverKeys = new Map<string, string>()

  constructor(directory: string) {
    this.#secret = secretIn(join(directory, 'webpush-secret'))
    this.#gonePath = join(directory, 'webpush-gone.json')
    const gone = readJsonFile(this.#gonePath)
    this.#gone = new Set(Array.isArray(gone) ? gone.map(String) : [])
  }

  /** Creates a subscription. With `serverKey` only messages signed with it are accepted, as by a real browser. */
  create(serverKey: string | undefined): { id: string; p256dh: string; auth: string } {
    const id = randomBytes(15).toString('base64url')
    if (serverKey !== undefined) this.#serverKeys.set(id, serverKey)
    const { ecdh, auth } = this.keysOf(id)
    return { id, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  }

  keysOf(id: string): SubscriptionKeys {
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(this.#derive('key', id))
    const keys = { ecdh, auth: this.#derive('auth', id).subarray(0, 16) }
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear()
    this.#keys.set(id, keys)
    return keys
  }

  serverKeyOf(id: string): string | undefined {
    return this.#serverKeys.get(id)
  }

  /** Marks a subscription as ended by its browser. */
  forget(id: string): void {
    this.#gone.add(id)
    writeFileSync(this.#gonePath, JSON.stringify([...this.#gone]), { mode: 0o600 })
  }

  isGone(id: string): boolean {
    return this.#gone.has(id)
  }

  #derive(purpose: string, id: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${purpose} ${id}`).digest()
  }
}

function secretIn(path: string): Buffer {
  try {
    const kept = readFileSync(path)
    if (kept.length === SECRET_BYTES) return kept
  } catch {
    // No secret yet: this is the first start.
  }
  const secret = randomBytes(SECRET_BYTES)
  writeFileSync(path, secret, { mode: 0o600 })
  return secret
}

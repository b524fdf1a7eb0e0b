/** Front door of keys: identifies the calling program by the id and secret of its key, or by an access token. */
import { isUuid } from '@notifly/contracts/fields'
import { KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { timingSafeEqual } from 'node:crypto'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { GroupCommit } from '../../lib/group-commit.ts'
import { hashToken } from '../../lib/secrets.ts'
import { openSecret } from './commands.ts'
import { noteUse, selectKeysNamed, type UsedKey } from './queries.ts'

type KeyDeps = Pick<Deps, 'database' | 'secrets' | 'clock'>

interface Lookup {
  keyId: string
  key: UsedKey | null
}

/** Keys per query. */
const LOOKUPS_AT_ONCE = 500
/** A single call does not wait for others; of thousands a second, each query looks up several. */
const LOOK_EVERY_MS = 5
/** The cache is emptied when it holds this many keys. */
const REMEMBERED_MAX = 10_000
const MINUTE_MS = 60_000

/**
 * The keys of the installation. Each call looks its key up, so that a deleted key is invalid at once; calls that arrive while a query runs
 * share the next one.
 */
export class Keys {
  readonly #deps: KeyDeps
  readonly #lookups: GroupCommit<Lookup>
  /** By a sealed secret the hash of what it seals: opening takes longer than all else that a call asks of its key. */
  readonly #hashes = new Map<string, Buffer>()
  /** By key when its use was noted last, in milliseconds. */
  readonly #noted = new Map<string, number>()

  constructor(deps: KeyDeps) {
    this.#deps = deps
    this.#lookups = new GroupCommit(lookups => this.#look(lookups), LOOKUPS_AT_ONCE, LOOK_EVERY_MS)
  }

  /** Who calls with this key and secret. Null for a wrong secret and for no key alike. */
  async authenticate(keyId: string, secret: string): Promise<KeyCaller | null> {
    const key = await this.#find(keyId)
    if (key === null) return null
    const { oldSecret: old, oldSecretUntil: until } = key
    const accepted = old !== null && until !== null && until > this.#deps.clock.now() ? [key.secret, old] : [key.secret]
    const sent = hashToken(secret)
    // Of one length, whatever was sent.
    const isRight = accepted.some(sealed => timingSafeEqual(this.#hashOf(key, sealed), sent))
    return isRight ? this.#inUse(key) : null
  }

  /** The same for who has shown the key's secret before. Null where there is no such key any more. */
  async callerNamed(keyId: string): Promise<KeyCaller | null> {
    const key = await this.#find(keyId)
    return key && this.#inUse(key)
  }

  async #find(keyId: string): Promise<UsedKey | null> {
    if (!isUuid(keyId)) return null
    const lookup: Lookup = { keyId: keyId.toLowerCase(), key: null }
    await this.#lookups.add(lookup)
    return lookup.key
  }

  async #look(lookups: readonly Lookup[]): Promise<void> {
    const ids = [...new Set(lookups.map(({ keyId }) => keyId))]
    const found = await selectKeysNamed(this.#deps.database.kysely, ids)
    const keys = new Map(found.map(key => [key.keyId, key]))
    for (const lookup of lookups) lookup.key = keys.get(lookup.keyId) ?? null
  }

  #hashOf({ applicationId, keyId }: UsedKey, sealed: string): Buffer {
    const known = this.#hashes.get(sealed)
    if (known !== undefined) return known
    const hash = hashToken(openSecret(this.#deps.secrets, { applicationId, keyId }, sealed))
    remember(this.#hashes, sealed, hash)
    return hash
  }

  async #inUse({ organizationId, applicationId, keyId, name, scopes, rateLimit }: UsedKey): Promise<KeyCaller> {
    const now = this.#deps.clock.now()
    if ((this.#noted.get(keyId) ?? -Infinity) <= now.getTime() - MINUTE_MS) {
      remember(this.#noted, keyId, now.getTime())
      await noteUse(this.#deps.database.kysely, { applicationId, keyId }, now)
    }
    return {
      organizationId,
      applicationId,
      keyId,
      name,
      scopes: KEY_SCOPES.filter(scope => scopes.includes(scope)),
      rateLimit,
    }
  }
}

function remember<Value>(all: Map<string, Value>, name: string, value: Value): void {
  if (all.size >= REMEMBERED_MAX) all.clear()
  all.set(name, value)
}

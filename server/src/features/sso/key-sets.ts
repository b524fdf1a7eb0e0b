/** Caches discovery documents and signing keys of providers, and reads them again for an unknown key. */
import { createLocalJWKSet, type FlattenedJWSInput, type JSONWebKeySet, type JWK, type JWSHeaderParameters } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../lib/clock.ts'
import { callOutside } from '../../lib/network/outbound.ts'
import type { Provider } from './providers.ts'
import { refusal } from './refusal.ts'

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.optional(z.url()),
  token_endpoint: z.optional(z.url()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  userinfo_endpoint: z.optional(z.url()),
})
export type Discovery = z.infer<typeof Discovery>

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

interface Kept<Value> {
  value: Value
  atMs: number
}

const FRESH_MS = 3_600_000
/** An unknown key may be new or made up: attackers who make keys up must not cause a request each time. */
const RETRY_MS = 30_000

export interface KeySets {
  /** Throws ssoFailed when the provider cannot be reached or names another issuer. */
  discover(provider: Provider): Promise<Discovery>
  /** The key that a token's header names; asks the provider again for one that is not known. */
  keyOf(provider: Provider, header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<SigningKey>
}

export interface SigningKey {
  key: Awaited<ReturnType<ReturnType<typeof createLocalJWKSet>>>
  /** Microsoft says per key whose tokens it signs. */
  issuer: string | undefined
}

export function createKeySets(clock: Clock): KeySets {
  const documents = new Map<string, Kept<Discovery>>()
  const keys = new Map<string, Kept<JSONWebKeySet>>()
  const ageMs = (kept: Kept<unknown> | undefined) => (kept === undefined ? Infinity : clock.now().getTime() - kept.atMs)

  async function discover(provider: Provider): Promise<Discovery> {
    const kept = documents.get(provider.discoveryUrl)
    if (kept !== undefined && ageMs(kept) < FRESH_MS) return kept.value
    const document = await readJson(provider, provider.discoveryUrl, Discovery)
    if (!provider.isIssuer(document.issuer)) throw refusal(`discovery names another issuer: ${document.issuer}`)
    documents.set(provider.discoveryUrl, { value: document, atMs: clock.now().getTime() })
    return document
  }

  async function keysOf(provider: Provider, maxAgeMs: number): Promise<JSONWebKeySet> {
    const { jwks_uri: url } = await discover(provider)
    const kept = keys.get(url)
    if (kept !== undefined && ageMs(kept) < maxAgeMs) return kept.value
    const set = (await readJson(provider, url, KeySet)) as JSONWebKeySet
    keys.set(url, { value: set, atMs: clock.now().getTime() })
    return set
  }

  return {
    discover,
    async keyOf(provider, header, token) {
      const set = await keysOf(provider, FRESH_MS)
      const isKnown = set.keys.some(({ kid }) => kid === header.kid)
      const current = isKnown ? set : await keysOf(provider, RETRY_MS)
      const key = await createLocalJWKSet(current)(header, token)
      return { key, issuer: issuerOf(current.keys, header.kid) }
    },
  }
}

function issuerOf(keys: JWK[], kid: string | undefined): string | undefined {
  const issuer = (keys.find(key => key.kid === kid) as { issuer?: unknown } | undefined)?.issuer
  return typeof issuer === 'string' ? issuer : undefined
}

async function readJson<Schema extends z.ZodMiniType>(
  provider: Provider,
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  try {
    const { status, text } = await callOutside(url, { method: 'GET', isAllowed: provider.isAllowed(url) })
    if (status !== 200) throw new Error(`${url} answered ${status}`)
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw refusal('the provider cannot be read', error)
  }
}

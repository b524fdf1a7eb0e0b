import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'

// Each provider signs with its own key, created on first use and stored with the sandbox's data, so that signatures
// remain valid after a restart.

export interface SigningKey {
  /** Signs claims as an id_token. */
  sign(claims: JWTPayload): Promise<string>
  /** The public key, as the provider publishes it. */
  publicJwk: JWK
}

export interface SigningKeys {
  /** The key of a provider. */
  of(provider: string): Promise<SigningKey>
}

const ALGORITHM = 'RS256'
const fileSchema = z.record(z.string(), z.looseObject({ kty: z.literal('RSA'), kid: z.string() }))

/** The keys stored in `directory`; an unreadable file counts as empty. */
export function createSigningKeys(directory: string): SigningKeys {
  const file = new JsonFile(directory, 'sso-keys.json', fileSchema)
  const known = new Map<string, Promise<SigningKey>>()
  return {
    of(provider) {
      const key = known.get(provider) ?? loadKey(file, provider)
      known.set(provider, key)
      return key
    },
  }
}

async function loadKey(file: JsonFile<typeof fileSchema>, provider: string): Promise<SigningKey> {
  const jwk = file.content[provider] ?? (await newKey(provider))
  if (file.content[provider] === undefined) {
    file.content[provider] = jwk
    await file.save()
  }
  const { kty, kid, n, e } = jwk
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey
  return {
    publicJwk: { kty, kid, n, e, use: 'sig', alg: ALGORITHM } as JWK,
    sign: claims => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid }).sign(key),
  }
}

async function newKey(provider: string) {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kty: 'RSA' as const, kid: `${provider}-${jwk.n?.slice(0, 12)}` }
}

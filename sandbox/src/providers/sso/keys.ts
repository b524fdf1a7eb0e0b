import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { z } from 'zod'

// Each provider signs with a key of its own, made when it is first needed and kept with the sandbox's data: what was signed
// before a restart stays good after it.

export interface SigningKey {
  /** Signs claims as an id_token. */
  sign(claims: JWTPayload): Promise<string>
  /** The public half, as the provider publishes it. */
  publicJwk: JWK
}

export interface SigningKeys {
  /** The key of a provider. */
  of(provider: string): Promise<SigningKey>
}

const ALGORITHM = 'RS256'
const fileSchema = z.record(z.string(), z.looseObject({ kty: z.literal('RSA'), kid: z.string() }))

/** The keys kept in `directory`; an unreadable file counts as none. */
export function createSigningKeys(directory: string): SigningKeys {
  const path = join(directory, 'sso-keys.json')
  const known = new Map<string, Promise<SigningKey>>()
  // One after the other, so that two providers that start together both stay in the file.
  let line: Promise<unknown> = Promise.resolve()
  const load = (provider: string): Promise<SigningKey> => {
    const loading = line.then(() => loadKey(path, provider))
    line = loading.catch(() => undefined)
    return loading
  }
  return {
    of(provider) {
      const key = known.get(provider) ?? load(provider)
      known.set(provider, key)
      return key
    },
  }
}

async function loadKey(path: string, provider: string): Promise<SigningKey> {
  const kept = await readKept(path)
  const jwk = kept[provider] ?? (await newKey(provider))
  if (kept[provider] === undefined) await writeKept(path, { ...kept, [provider]: jwk })
  const { kty, kid = provider, n, e } = jwk
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey
  return {
    publicJwk: { kty, kid, n, e, use: 'sig', alg: ALGORITHM } as JWK,
    sign: claims => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid }).sign(key),
  }
}

async function newKey(provider: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: `${provider}-${jwk.n?.slice(0, 12)}` }
}

async function readKept(path: string): Promise<Record<string, JWK>> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))) as Record<string, JWK>
  } catch {
    return {}
  }
}

async function writeKept(path: string, keys: Record<string, JWK>): Promise<void> {
  await writeFile(`${path}.tmp`, JSON.stringify(keys), { mode: 0o600 })
  await rename(`${path}.tmp`, path)
}

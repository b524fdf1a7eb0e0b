/** Requests of our server to a provider: exchanges a code for tokens, and reads the email address with an access token. */
import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../lib/clock.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'
import { readIdToken } from './identity.ts'
import type { Discovery, KeySets } from './key-sets.ts'
import type { Provider } from './providers.ts'
import { refusal } from './refusal.ts'

const Tokens = z.object({ id_token: z.string(), access_token: z.string() })
const UserInfo = z.looseObject({ sub: z.string() })

export interface Tools {
  keySets: KeySets
  clock: Clock
}

interface Code {
  code: string
  redirectUri: string
  /** Of the challenge with which the trip began, where the provider checks one. */
  verifier: string | undefined
}

/** Returns the claims for a code, for providers whose codes our server exchanges. Throws ssoFailed. */
export async function exchangeCode(tools: Tools, provider: Provider, given: Code): Promise<JWTPayload> {
  const { tokenUrl, request } = await exchangeOf(tools, provider, given)
  const answer = await askProvider(provider, tokenUrl, request)
  if (answer.status !== 200) throw refusal(`the code was not exchanged: ${answer.status} ${errorIn(answer.text)}`)
  const tokens = parse(Tokens, answer.text)
  return withAddress(tools, provider, await readIdToken(tools, provider, tokens.id_token), tokens.access_token)
}

/** Returns the claims, completed from the userinfo endpoint if they lack the email address. Throws ssoFailed. */
export async function withAddress(
  { keySets }: Tools,
  provider: Provider,
  claims: JWTPayload,
  accessToken: string | undefined,
): Promise<JWTPayload> {
  if (claims['email'] !== undefined || accessToken === undefined) return claims
  const { userinfo_endpoint: url } = await keySets.discover(provider)
  if (url === undefined) return claims
  const authorization = `Bearer ${accessToken}`
  const answer = await askProvider(provider, url, { method: 'GET', headers: { authorization } })
  if (answer.status !== 200) throw refusal(`userinfo answered ${answer.status}`)
  const info = parse(UserInfo, answer.text)
  // OpenID Connect Core 5.3.2: a token could have been swapped for another person's.
  if (info.sub !== claims.sub) throw refusal('userinfo speaks of somebody else')
  const { email, email_verified, name } = info
  return { email, email_verified, name, ...claims }
}

interface Call {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

async function exchangeOf(
  { keySets }: Tools,
  provider: Provider,
  { code, redirectUri, verifier }: Code,
): Promise<{ tokenUrl: string; request: Call }> {
  const found = provider.tokenUrl === null ? await keySets.discover(provider) : undefined
  const tokenUrl = provider.tokenUrl ?? found?.token_endpoint
  if (tokenUrl === undefined) throw refusal('discovery names no token endpoint')
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(verifier !== undefined && { code_verifier: verifier }),
  })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  const { clientId, clientSecret } = provider
  if (clientSecret !== null && takesBasic(found)) headers['authorization'] = basicOf(clientId, clientSecret)
  else {
    form.set('client_id', clientId)
    if (clientSecret !== null) form.set('client_secret', clientSecret)
  }
  return { tokenUrl, request: { method: 'POST', headers, body: form.toString() } }
}

/** LinkedIn accepts the secret only in the body. Others announce what they accept; the standard's default is HTTP Basic. */
function takesBasic(found: Discovery | undefined): boolean {
  return found !== undefined && (found.token_endpoint_auth_methods_supported ?? [BASIC]).includes(BASIC)
}

const BASIC = 'client_secret_basic'

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
function basicOf(id: string, secret: string): string {
  const encoded = [id, secret].map(part => new URLSearchParams({ '': part }).toString().slice(1)).join(':')
  return `Basic ${Buffer.from(encoded).toString('base64')}`
}

async function askProvider(provider: Provider, url: string, call: Call): Promise<OutboundAnswer> {
  try {
    return await callOutside(url, { ...call, isAllowed: provider.isAllowed(url) })
  } catch (error) {
    throw refusal('the provider cannot be reached', error)
  }
}

/** The standard's error code of a refusal (RFC 6749, 5.2): short, and not secret. */
function errorIn(text: string): string {
  return /"error"\s*:\s*"([\w.-]{1,60})"/.exec(text)?.[1] ?? ''
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw refusal('the provider answered something else than tokens')
  }
}

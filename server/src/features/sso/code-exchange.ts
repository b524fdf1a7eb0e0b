/** The exchange of a code on the server, for the provider whose clients must show a secret. */
import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../lib/clock.ts'
import { callOutside, type OutboundAnswer } from '../../lib/outbound.ts'
import { readIdToken } from './identity.ts'
import type { KeySets } from './key-sets.ts'
import type { Provider } from './providers.ts'
import { refusal } from './refusal.ts'

const Tokens = z.object({ id_token: z.string(), access_token: z.string() })
const UserInfo = z.looseObject({ sub: z.string() })

/**
 * The claims behind a code. The secret goes into the body: LinkedIn takes neither HTTP Basic nor a code verifier. Where the
 * id_token leaves the address out, the userinfo endpoint is asked. Throws ssoFailed.
 */
export async function exchangeCode(
  tools: { keySets: KeySets; clock: Clock },
  provider: Provider,
  code: string,
  redirectUri: string,
): Promise<JWTPayload> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: provider.clientId,
    client_secret: provider.clientSecret ?? '',
  })
  const answer = await askProvider(provider, provider.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  if (answer.status !== 200) throw refusal(`the code was not exchanged: ${answer.status} ${errorIn(answer.text)}`)
  const tokens = parse(Tokens, answer.text)
  const claims = await readIdToken(tools, provider, tokens.id_token)
  if (claims['email'] !== undefined) return claims
  return { ...(await readUserInfo(tools, provider, tokens.access_token, claims)), ...claims }
}

async function readUserInfo(
  { keySets }: { keySets: KeySets },
  provider: Provider,
  accessToken: string,
  { sub }: JWTPayload,
): Promise<JWTPayload> {
  const { userinfo_endpoint: url } = await keySets.discover(provider)
  if (url === undefined) return {}
  const answer = await askProvider(provider, url, {
    method: 'GET',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (answer.status !== 200) throw refusal(`userinfo answered ${answer.status}`)
  const info = parse(UserInfo, answer.text)
  if (info.sub !== sub) throw refusal('userinfo speaks of somebody else')
  const { email, email_verified, name } = info
  return { email, email_verified, name }
}

async function askProvider(
  provider: Provider,
  url: string,
  call: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<OutboundAnswer> {
  try {
    return await callOutside(url, { ...call, isAllowed: provider.isAllowed(url) })
  } catch (error) {
    throw refusal('the provider cannot be reached', error)
  }
}

/** The standard's error word of a refusal (RFC 6749, 5.2): short, and no secret. */
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

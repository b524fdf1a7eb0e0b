import * as z from 'zod/mini'
import { LOCALES, UserDetails } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, text } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** `oidc` is the OpenID Connect provider that the operator has configured. */
export const SSO_PROVIDERS = ['gitlab', 'microsoft', 'linkedin', 'oidc'] as const
export type SsoProvider = (typeof SSO_PROVIDERS)[number]

const provider = z.enum(SSO_PROVIDERS, sentenceKey('sso.chooseProvider'))

/** What a browser needs in order to send its user to a provider. */
export const SsoOption = z.object({
  provider,
  /** Label of its button. */
  name: z.string(),
  /** URL for the browser; null if only the answer to the start of a sign-in has it. */
  authorize_url: z.nullable(z.string()),
  /** URL at which the browser exchanges the code; null if our server does that. */
  token_url: z.nullable(z.string()),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  /** Whether the provider checks a code challenge (S256) and a nonce. */
  pkce: z.boolean(),
})
export type SsoOption = z.infer<typeof SsoOption>

export const listSsoProviders = endpoint({
  call: 'GET /authP/sso',
  summary: 'The providers that people can sign in with here',
  access: 'public',
  data: z.array(SsoOption),
})

export const beginSso = endpoint({
  call: 'POST /authP/sso/{provider}',
  summary: 'Begin a trip to a provider: state and nonce, good for ten minutes and once; with a bearer to connect it',
  access: 'public',
  params: z.object({ provider }),
  data: z.object({ state: z.string(), nonce: z.string(), authorize_url: z.string() }),
})

const token = text(16_000)
const state = text(200)

/**
 * The provider's response: its id_token if the browser exchanged the code, otherwise the code with the verifier of its challenge. `state`
 * is optional with an id_token, since its nonce identifies the sign-in as well. `access_token` is used to ask for the email address if the
 * id_token lacks it.
 */
const answerOfProvider = {
  provider,
  id_token: z.optional(token),
  access_token: z.optional(token),
  nonce: z.optional(state),
  code: z.optional(text(4000)),
  code_verifier: z.optional(text(128)),
  redirect_uri: z.optional(text(2000)),
  state: z.optional(state),
}

export const verifySso = endpoint({
  call: 'POST /authP/verify',
  summary: 'Sign in with what a provider answered; after 1004 again with the ticket of that answer and a code',
  access: 'public',
  body: z.object({
    ...answerOfProvider,
    /** From the `data` of a 1004 answer; replaces everything above except for `provider`. */
    ticket: z.optional(state),
    otp: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    /** The token of a verification link, which the same sign-in confirms. */
    verification: z.optional(state),
    /** Language of a new account. */
    locale: z.optional(z.enum(LOCALES)),
  }),
  data: UserDetails,
})

/** A provider that the caller can also sign in with. */
export const SsoConnection = z.object({
  provider,
  /** The address that the provider reported last, if any. */
  email: z.nullable(z.string()),
  connected_on: epochSeconds,
  last_used_on: z.nullable(epochSeconds),
  /** False if it is the only way to sign in: an account without a password keeps its last provider. */
  can_disconnect: z.boolean(),
})
export type SsoConnection = z.infer<typeof SsoConnection>

export const listSsoConnections = endpoint({
  call: 'GET /authP/sso/connections',
  summary: 'The providers that the caller is connected with',
  access: 'user',
  data: z.array(SsoConnection),
})

export const connectSso = endpoint({
  call: 'POST /authP/sso/connections',
  summary: 'Connect a provider to the own account, with what it answered to a trip that was begun with the bearer',
  access: 'user',
  status: 201,
  body: z.object(answerOfProvider),
  message: 'sso.connected',
})

export const disconnectSso = endpoint({
  call: 'DELETE /authP/sso/connections',
  summary: 'Disconnect a provider from the own account; refused for the only way in',
  access: 'user',
  query: z.object({ provider }),
  message: 'sso.disconnected',
})

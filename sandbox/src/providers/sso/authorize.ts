import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendPage } from '../../page/send-page.ts'
import { chooseBody, refusedBody } from '../../page/sso-page.ts'
import type { Grant } from './grants.ts'
import { personSchema } from './people.ts'
import { CLIENT, valuesOf, type SsoLook, type SsoTools } from './provider.ts'

// The page on which a person chooses who to sign in as (OpenID Connect Core 3.1.2). Errors in the client or redirect
// address are shown here and never forwarded; all others go back to the client.

const requestSchema = z.object({
  client_id: z.literal(CLIENT.id, 'There is no application with this client_id'),
  redirect_uri: z.string().refine(isRegistered, 'This redirect_uri is not registered: it has to match exactly'),
})

/** Serves a provider's authorize page at `path`. */
export function addAuthorizePage({ app, grants }: SsoTools, look: SsoLook, path: string): void {
  app.get(path, async (request, reply) => {
    const values = valuesOf(request)
    const asked = requestSchema.safeParse(values)
    if (!asked.success)
      return showRefusal(
        reply,
        look,
        asked.error.issues.map(issue => issue.message),
      )
    const { redirect_uri: redirectUri } = asked.data
    const back = (answer: Record<string, string>) => sendBack(reply, redirectUri, { ...answer, state: values['state'] })

    const problem = problemOf(look, values)
    if (problem !== undefined) return back({ error: 'invalid_request', error_description: problem })
    if (values['choice'] === 'cancel') return back({ error: 'access_denied', error_description: 'The user cancelled' })
    if (values['choice'] !== 'person') return showChoice(reply, look, request, redirectUri)
    const person = personSchema.safeParse(values)
    if (!person.success) return showChoice(reply, look, request, redirectUri, person.error.issues[0]?.message)
    const grant: Grant = {
      provider: look.name,
      clientId: asked.data.client_id,
      redirectUri,
      scope: values['scope'] ?? '',
      nonce: values['nonce'],
      challenge: values['code_challenge'],
      person: person.data,
      tenant: (request.params as { tenant?: string }).tenant ?? '',
    }
    return back({ code: grants.issueCode(grant) })
  })
}

/** Errors in the request that real providers refuse. */
function problemOf(look: SsoLook, values: Record<string, string | undefined>): string | undefined {
  if (values['response_type'] !== 'code') return 'response_type must be code'
  if (!(values['scope'] ?? '').split(' ').includes('openid')) return 'scope must hold openid'
  if (!look.pkce) return undefined
  if (values['code_challenge'] === undefined) return 'code_challenge is missing'
  if (values['code_challenge_method'] !== 'S256') return 'code_challenge_method must be S256'
  return undefined
}

/** Whether it is the product's callback page, on any port of this machine. */
function isRegistered(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(redirectUri)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return /^https?:$/.test(protocol) && isHere && pathname === '/auth/sso-callback' && search === '' && hash === ''
}

function sendBack(reply: FastifyReply, redirectUri: string, answer: Record<string, string | undefined>): FastifyReply {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) target.searchParams.set(name, value)
  return reply.header('cache-control', 'no-store').redirect(target.href, 302)
}

function showChoice(
  reply: FastifyReply,
  look: SsoLook,
  request: FastifyRequest,
  redirectUri: string,
  problem?: string,
): FastifyReply {
  const action = request.url.split('?')[0] ?? ''
  const body = chooseBody({ look, action, values: valuesOf(request), redirectUri, problem })
  // The form's response redirects to the client, which browsers also check as the form's target.
  const allow = { 'form-action': new URL(redirectUri).origin }
  return sendPage(reply.code(problem === undefined ? 200 : 400), { ...pageOf(look), body, allow })
}

function showRefusal(reply: FastifyReply, look: SsoLook, problems: string[]): FastifyReply {
  return sendPage(reply.code(400), { ...pageOf(look), body: refusedBody(look, problems) })
}

function pageOf({ title }: SsoLook) {
  return { title: `${title} · Sandbox`, page: 'sso', activeFaults: 0 } as const
}

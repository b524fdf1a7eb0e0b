/** Firebase Cloud Messaging, HTTP v1: one request for each message, authenticated by a service account. */
import { recordIn } from '../../../lib/json.ts'
import type { HttpAnswer, HttpExchange, HttpRequest } from '../../http/http-exchange.ts'
import type { Outcome, ProviderEnvironment } from '../../provider.ts'
import type { MobilePushMessage } from '../message.ts'
import { fcmFailure } from './fcm-errors.ts'
import { accountOf, googleTokens } from './google-token.ts'

export function fcmExchange(
  account: string,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
): HttpExchange<MobilePushMessage> {
  const { project_id: project } = accountOf(account)
  const { origin, pathname } = new URL(urls.fcm)
  const path = `${pathname.replace(/\/$/, '')}/v1/projects/${encodeURIComponent(project)}/messages:send`
  const tokens = googleTokens(account, { urls })
  // Of messages on their way: a refusal of an old token says nothing of the new one.
  const used = new WeakMap<MobilePushMessage, string>()
  const requestWith = (token: string, message: MobilePushMessage): HttpRequest => {
    used.set(message, token)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return { origin, path, method: 'POST', headers, body: message.payload }
  }
  return {
    request: message => {
      const token = tokens.take()
      return typeof token === 'string'
        ? requestWith(token, message)
        : token.then(fetched => requestWith(fetched, message))
    },
    outcome: (answer, message) =>
      answer.status === 200 ? taken(answer) : fcmFailure(answer, () => tokens.drop(used.get(message) ?? '')),
  }
}

function taken({ body }: HttpAnswer): Outcome {
  const { name } = recordIn(body)
  // Without a name something between us and Google answered.
  if (typeof name !== 'string') return { kind: 'unknown', reason: 'unreadable_answer', answer: body.slice(0, 300) }
  return { kind: 'sent', providerMessageId: name.split('/').at(-1) ?? name, answer: '200' }
}

/** Twilio's Programmable Messaging: one form-encoded request for each message, whose reports are sent to a URL with its token. */
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { recordIn } from '../../../lib/json.ts'
import {
  type HttpAnswer,
  type HttpExchange,
  type HttpRequest,
  bounced,
  deferred,
  rejected,
} from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import { requestOnce, takeSteps, TrialFailure } from '../../http/trial.ts'
import type { ConfigurationTest, Outcome, Provider, ProviderEnvironment } from '../../provider.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import type { SmsMessage } from '../message.ts'
import { isPermanentlyUndeliverable, smsReasonSentence, type SmsReason } from '../reasons.ts'
import { reasonOfTwilioError } from './twilio-errors.ts'
import { type TwilioConfiguration, twilioHook } from './twilio-hook.ts'

const MAX_CONNECTIONS = 20
const API = '/2010-04-01/Accounts'

export const twilioProvider: Provider<TwilioConfiguration, SmsMessage> = {
  name: 'Twilio',
  openSender: (configuration, environment, maxConnections) =>
    openHttpSender(exchangeFor(configuration, environment), {
      maxConnections: maxConnections ?? configuration.max_connections ?? MAX_CONNECTIONS,
    }),
  test,
  reportsDelivery: () => true,
  hook: twilioHook,
}

function exchangeFor(configuration: TwilioConfiguration, environment: ProviderEnvironment): HttpExchange<SmsMessage> {
  const { origin, path, headers } = accountRequest(configuration, environment, '/Messages.json')
  const sender = configuration.messaging_service_sid
    ? `MessagingServiceSid=${encodeURIComponent(configuration.messaging_service_sid)}`
    : `From=${encodeURIComponent(configuration.from ?? '')}`
  const reports = configuration.hook_token
    ? `&StatusCallback=${encodeURIComponent(`${environment.publicUrl}/hooks/Twilio/${configuration.hook_token}?d=`)}`
    : ''
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    request: ({ to, text, token }) => ({
      origin,
      path,
      method: 'POST',
      headers: form,
      // A token is base64url, which needs no encoding.
      body: `To=${encodeURIComponent(to)}&${sender}&Body=${encodeURIComponent(text)}${reports && reports + token}`,
    }),
    outcome,
  }
}

function accountRequest(
  { account_sid: sid, auth_token: token }: TwilioConfiguration,
  { urls }: ProviderEnvironment,
  resource: string,
): Pick<HttpRequest, 'origin' | 'path'> & { headers: { authorization: string } } {
  const { origin, pathname } = new URL(urls.twilio)
  return {
    origin,
    path: `${pathname.replace(/\/$/, '')}${API}/${encodeURIComponent(sid)}${resource}`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
  }
}

function outcome({ status, headers, body }: HttpAnswer, { segments }: SmsMessage): Outcome {
  const { sid, status: state, num_segments, code: number, message } = recordIn(body)
  if (status === 201) {
    if (typeof sid !== 'string') return { kind: 'unknown', reason: 'unreadable_answer', answer: body.slice(0, 300) }
    // A messaging service counts for itself later on; until then it says 0.
    const units = Number(num_segments) || segments
    return { kind: 'sent', providerMessageId: sid, answer: `201 ${String(state)}`, units }
  }
  const code = typeof number === 'number' ? number : 0
  const words = typeof message === 'string' ? message : body.trim()
  const { reason, reach } = reasonOfTwilioError(code, status)
  const answer = `${code || `HTTP ${status}`} ${words}`.trim().slice(0, 300)
  const told = { reason, code: String(code || status), answer }
  switch (reach) {
    case 'later':
      return deferred(told, headers)
    case 'recipient':
      return bounced(told, isPermanentlyUndeliverable(reason as SmsReason))
    case 'left':
      return { ...rejected(told), hasLeft: true }
    case 'message':
      return rejected(told)
    case 'configuration':
      return rejected(told, true)
  }
}

/** Reads the account, and whether it owns the sender's number. Sends nothing. */
function test(configuration: TwilioConfiguration, environment: ProviderEnvironment): Promise<ConfigurationTest> {
  const ask = (resource: string) =>
    requestOnce({ method: 'GET', ...accountRequest(configuration, environment, resource) })
  return takeSteps([
    {
      name: 'connect',
      take: async () => {
        await requestOnce({ method: 'GET', origin: new URL(environment.urls.twilio).origin, path: '/', headers: {} })
        return sentence('sms.twilio_connected', { host: new URL(environment.urls.twilio).host })
      },
    },
    { name: 'sign_in', take: async () => accountWords(await ask('.json')) },
    { name: 'sender', take: async () => senderWords(configuration, ask) },
  ])
}

function accountWords({ status, body }: HttpAnswer): Words {
  const { status: state, friendly_name: name } = recordIn(body)
  if (status === 401 || status === 404) throw new TrialFailure(smsReasonSentence('wrong_credentials'))
  if (status !== 200 || state === undefined)
    throw new TrialFailure(withAnswer(sentence('sms.twilio_else'), `HTTP ${status}`))
  if (state !== 'active') throw new TrialFailure(smsReasonSentence('account_suspended'))
  return withAnswer(sentence('sms.twilio_account'), String(name))
}

async function senderWords(
  { from = '', messaging_service_sid: service = '' }: TwilioConfiguration,
  ask: (resource: string) => Promise<HttpAnswer>,
): Promise<Sentence> {
  if (service !== '') return sentence('sms.twilio_service')
  if (!from.startsWith('+')) return sentence('sms.twilio_name')
  const { status, body } = await ask(`/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(from)}`)
  const { incoming_phone_numbers: found } = recordIn(body)
  if (status !== 200 || (Array.isArray(found) && found.length === 0)) {
    throw new TrialFailure(smsReasonSentence('sender_refused'))
  }
  return sentence('sms.twilio_number', { number: from })
}

/**
 * Karix (India). One message is one request with one recipient, because a report names a request; the delivery's token is sent as
 * `cust_ref` and comes back in reports. Each class of messages has its own key and sender, and never uses another's.
 */
import { MESSAGE_CLASSES, type MessageClass } from '@notifly/contracts/campaigns/content'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { type Json, recordIn, recordOf, textOf } from '../../../lib/json.ts'
import {
  type HttpAnswer,
  type HttpExchange,
  RequestNotSent,
  bounced,
  deferred,
  rejected,
} from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import { requestOnce, takeSteps, TrialFailure } from '../../http/trial.ts'
import type { ConfigurationTest, Outcome, Provider, ProviderEnvironment } from '../../provider.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import type { SmsMessage } from '../message.ts'
import { type SmsReason, smsReasonSentence } from '../reasons.ts'
import { type KarixConfiguration, karixHook } from './karix-hook.ts'

const MAX_CONNECTIONS = 20
const PATH = '/httpapi/JsonReceiver'

export const karixProvider: Provider<KarixConfiguration, SmsMessage> = {
  name: 'Karix',
  openSender: (configuration, environment, maxConnections) =>
    openHttpSender(exchangeFor(configuration, environment), {
      maxConnections: maxConnections ?? configuration.max_connections ?? MAX_CONNECTIONS,
    }),
  test,
  reportsDelivery: ({ reports_came: came = '' }) => came !== '',
  hook: karixHook,
}

function exchangeFor(configuration: KarixConfiguration, environment: ProviderEnvironment): HttpExchange<SmsMessage> {
  const { origin, path } = receiver(environment)
  const headers = { 'content-type': 'application/json' }
  return {
    request: message => ({ origin, path, method: 'POST', headers, body: karixBody(message, configuration) }),
    outcome: (answer, message) => outcome(answer, message, configuration),
  }
}

function receiver({ urls }: ProviderEnvironment): { origin: string; path: string } {
  const { origin, pathname } = new URL(urls.karix)
  return { origin, path: pathname.replace(/\/$/, '') + PATH }
}

/** Returns the request body for a message. Throws NotSent for a class without a key or a sender. */
export function karixBody(message: SmsMessage, configuration: KarixConfiguration): string {
  const { key, sender } = accountOf(configuration, message.class)
  if (key === '' || sender === '') {
    throw new RequestNotSent(rejected({ reason: 'sender_missing', code: '', answer: message.class }))
  }
  const { dlt_entity_id: entityId } = configuration
  const { dltTemplateId } = message
  return JSON.stringify({
    ver: '1.0',
    key,
    encrpt: '0',
    messages: [
      {
        dest: [message.to.replace(/^\+/, '')],
        text: message.text,
        send: sender,
        type: message.isUnicode ? 'UNICODE' : 'PLAIN',
        cust_ref: message.token,
        dlr_req: '1',
        ...(entityId && { dlt_entity_id: entityId }),
        ...(dltTemplateId !== undefined && { dlt_template_id: dltTemplateId }),
      },
    ],
  })
}

function accountOf(configuration: KarixConfiguration, messageClass: MessageClass): { key: string; sender: string } {
  const { [`${messageClass}_key` as const]: key, [`${messageClass}_sender` as const]: sender } = configuration
  return { key: key?.trim() ?? '', sender: sender?.trim() ?? '' }
}

/**
 * A message is accepted if the response has HTTP 200 and `status.code` is the string "200". Other codes are not documented, so their text
 * is read.
 */
function outcome(
  { status, headers, body }: HttpAnswer,
  { segments, class: messageClass }: SmsMessage,
  configuration: KarixConfiguration,
): Outcome {
  const said = recordIn(body)
  const { code, words } = verdictOf(said)
  if (status === 200 && code === '200') {
    return { kind: 'sent', providerMessageId: textOf(said['ackid']), answer: `200 ${words}`.trim(), units: segments }
  }
  const answer = words === '' ? body.trim().slice(0, 300) : `${code} ${words}`.trim()
  const refusal = { code: code || String(status), answer: answer || `HTTP ${status}` }
  if (status === 429 || /rate limit|too many|throttl|tps/i.test(words)) {
    return deferred({ reason: 'rate_limited', ...refusal }, headers)
  }
  if (status >= 500) return { kind: 'deferred', reason: 'temporary_failure', ...refusal }
  if (status === 200 && code === '') return { kind: 'unknown', reason: 'unreadable_answer', answer: refusal.answer }
  const ofKey = keyFault(status, words)
  if (ofKey !== undefined) {
    const isWhole = isOnlyKey(configuration, messageClass) || OF_ALL_KEYS.test(words)
    if (isWhole) return rejected({ reason: ofKey, ...refusal }, true)
    // The other classes have keys of their own, and go on.
    const answer = `${messageClass}: ${refusal.answer}`
    return { ...rejected({ reason: ofKey, ...refusal, answer }), wholeRun: true }
  }
  return refused(words, refusal)
}

/** Whether all classes that can be sent use the key of this one. */
function isOnlyKey(configuration: KarixConfiguration, messageClass: MessageClass): boolean {
  const { key } = accountOf(configuration, messageClass)
  return MESSAGE_CLASSES.every(each => ['', key].includes(accountOf(configuration, each).key))
}

// In this order: a refused key may well be said to belong to a sender.
const OF_ALL_KEYS = /ip address|not whitelisted/i
const OF_KEY: [RegExp, SmsReason][] = [
  [/\b(key|credential|authenti|authori[sz]|ip address|not whitelisted)/i, 'wrong_credentials'],
  [/credit|balance|fund/i, 'no_credit'],
  [/(account|user)\b.{0,30}(suspend|disabled|expired|inactive)/i, 'account_suspended'],
]
const SINGLE: [RegExp, SmsReason][] = [
  [/\bdlt\b|template|entity|header|scrub/i, 'dlt_rejected'],
  [/sender|\bsend\b/i, 'sender_refused'],
  [/\bdnd\b|do.not.disturb|preference/i, 'do_not_disturb'],
  [/dest|mobile|msisdn|number/i, 'number_invalid'],
  [/(text|message|content)\b.{0,30}(long|length|exceed)/i, 'text_too_long'],
]

/** Returns why nothing can be sent with the key; undefined if the key is not at fault. */
function keyFault(status: number, words: string): SmsReason | undefined {
  if (status === 401 || status === 403) return 'wrong_credentials'
  return OF_KEY.find(([pattern]) => pattern.test(words))?.[1]
}

function refused(words: string, refusal: { code: string; answer: string }): Outcome {
  const reason = SINGLE.find(([pattern]) => pattern.test(words))?.[1] ?? 'message_refused'
  // Words are no proof: the number is not written off for them.
  const isOfNumber = reason === 'number_invalid' || reason === 'do_not_disturb'
  return isOfNumber ? bounced({ reason, ...refusal }, false) : rejected({ reason, ...refusal })
}

/**
 * Karix has no call that checks a key without a message. A request without messages sends nothing; it shows that the service can be reached
 * from here (it does not even respond to addresses that it does not know), and which keys it refuses outright.
 */
function test(configuration: KarixConfiguration, environment: ProviderEnvironment): Promise<ConfigurationTest> {
  const { origin, path } = receiver(environment)
  const ask = (key: string) =>
    requestOnce({
      origin,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ver: '1.0', key, encrpt: '0', messages: [] }),
    })
  const keys = Map.groupBy(MESSAGE_CLASSES, each => accountOf(configuration, each).key)
  keys.delete('')
  const answers: { classes: readonly MessageClass[]; status: number; words: string }[] = []
  return takeSteps([
    {
      name: 'connect',
      take: async () => {
        for (const [key, classes] of keys) {
          const { status, body } = await ask(key)
          const { code, words } = verdictOf(recordIn(body))
          answers.push({ classes, status, words: `${code} ${words}`.trim() })
        }
        const [first] = answers
        return first === undefined
          ? sentence('sms.karix_answers')
          : withAnswer(sentence('sms.karix_answers'), answerText(first))
      },
    },
    {
      name: 'keys',
      take: async () => {
        for (const answer of answers) {
          // That there are no messages is what was asked for.
          const fault = /messages|no message/i.test(answer.words) ? undefined : keyFault(answer.status, answer.words)
          if (fault === undefined) continue
          throw new TrialFailure(
            withAnswer(smsReasonSentence(fault), `${answer.classes.join(', ')}: ${answerText(answer)}`),
          )
        }
        return sentence('sms.karix_keys')
      },
    },
  ])
}

function answerText({ status, words }: { status: number; words: string }): string {
  return words === '' ? `HTTP ${status}` : `HTTP ${status}, ${words}`
}

function verdictOf(said: Json): { code: string; words: string } {
  const { code, desc } = recordOf(said['status'])
  return { code: textOf(code), words: textOf(desc).slice(0, 300) }
}

/** Amazon SES as a provider of the email channel: one signed request for each mail, reports by signed SNS notifications. */
import { recordIn } from '../../../lib/json.ts'
import type { HttpAnswer, HttpExchange } from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import type { HookCall, HookVerdict, Outcome, Provider, ProviderEnvironment, ProviderHook } from '../../provider.ts'
import { bytesOf } from '../compose/composed-mail.ts'
import type { EmailMessage } from '../message.ts'
import { sesFailure } from './ses-errors.ts'
import { SES_TOKEN_TAG, sesReports } from './ses-events.ts'
import { type SesConfiguration, sesRequests } from './ses-request.ts'
import { testSes } from './ses-trial.ts'
import { envelopeFault, isOfSns, readEnvelope } from './sns-envelope.ts'

// Reports of Amazon SES: events in SNS notifications. One topic is believed: the one that was typed, else the first confirmed.

export const sesHook: ProviderHook<SesConfiguration> = {
  check,
  read: ({ body }) => {
    const envelope = readEnvelope(body)
    if (envelope === undefined) throw new Error('this is no envelope of SNS')
    return { reports: envelope.Type === 'Notification' ? sesReports(envelope.Message) : [], inbound: [] }
  },
}

async function check(
  { method, body }: HookCall,
  { sns_topic_arn: topic = '' }: SesConfiguration,
  environment: ProviderEnvironment,
): Promise<HookVerdict> {
  const envelope = method === 'POST' ? readEnvelope(body) : undefined
  if (envelope === undefined) return refused('no signed envelope of SNS; switch off "raw message delivery"')
  const fault = await envelopeFault(envelope, environment)
  if (fault !== undefined) return refused(fault)
  // Any customer of Amazon may have a signed topic: what counts is whose it is.
  if (topic !== '' && envelope.TopicArn !== topic) return refused('another topic')
  switch (envelope.Type) {
    case 'Notification':
      return topic === '' ? refused('a topic that was never confirmed') : { accepted: true }
    case 'UnsubscribeConfirmation':
      return { accepted: true }
    case 'SubscriptionConfirmation': {
      const { SubscribeURL: follow = '', TopicArn } = envelope
      if (!isOfSns(follow, environment)) return refused('a confirmation that does not lead to Amazon')
      return { accepted: true, follow, ...(topic === '' && { remember: { sns_topic_arn: TopicArn } }) }
    }
  }
}

function refused(reason: string): HookVerdict {
  return { accepted: false, reason }
}

const MAX_CONNECTIONS = 20

export const sesProvider: Provider<SesConfiguration, EmailMessage> = {
  name: 'aws_ses',
  openSender: (configuration, environment, maxConnections) =>
    openHttpSender(exchangeFor(configuration, environment), {
      maxConnections: maxConnections ?? configuration.max_connections ?? MAX_CONNECTIONS,
    }),
  test: testSes,
  // By way of a topic, which is known once it has been confirmed.
  reportsDelivery: ({ sns_topic_arn: topic = '' }) => topic !== '',
  hook: sesHook,
}

function exchangeFor(configuration: SesConfiguration, environment: ProviderEnvironment): HttpExchange<EmailMessage> {
  const request = sesRequests(configuration, environment)
  const set = configuration.configuration_set
    ? `,"ConfigurationSetName":${JSON.stringify(configuration.configuration_set)}`
    : ''
  return {
    request: ({ recipient, content, token }) => {
      // Written by hand: the mail is nearly all of it, and base64 needs no escaping.
      const to = JSON.stringify(recipient)
      // The return path is SES's own; ours would have to be one of its identities.
      const tags = token === undefined ? '' : `,"EmailTags":[{"Name":"${SES_TOKEN_TAG}","Value":"${token}"}]`
      const data = bytesOf(content).toString('base64')
      const body = `{"Destination":{"ToAddresses":[${to}]},"Content":{"Raw":{"Data":"${data}"}}${set}${tags}}`
      return request('POST', 'outbound-emails', body)
    },
    outcome,
  }
}

function outcome(answer: HttpAnswer, message: EmailMessage): Outcome {
  if (answer.status !== 200) return sesFailure(answer, message.recipient)
  const { MessageId: id } = recordIn(answer.body)
  // Taken, or another server that answers 200: it cannot be told.
  if (typeof id !== 'string' || id === '')
    return { kind: 'unknown', reason: 'protocol_error', answer: answer.body.slice(0, 300) }
  return { kind: 'sent', providerMessageId: id, answer: '200 OK' }
}

/** Reports of Amazon SES: events in SNS notifications. One topic is believed: the one that was typed, else the first confirmed. */
import type { HookCall, HookVerdict, ProviderEnvironment, ProviderHook } from '../../provider.ts'
import { sesReports } from './ses-events.ts'
import type { SesConfiguration } from './ses-request.ts'
import { envelopeFault, isOfSns, readEnvelope } from './sns-envelope.ts'

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

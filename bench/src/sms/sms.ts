/** Compares the SMS campaign with an undici pool that posts the same bodies. */
import { karixBody } from '@notifly/server/channels/sms/providers/karix'
import { smsChannel } from '@notifly/server/channels/sms/sms'
import type { Benchmark } from '../harness/bench-context.ts'
import { benchPhones, bodiesOf, jsonAnswer, type PhoneBench } from '../provider/phones.ts'

const KEYS = { otp_key: 'otp-key==', transactional_key: 'transactional-key==', promotional_key: 'promotional-key==' }
// What the raw client opens, and a campaign: of what its settings allow, a tenth is kept for test messages.
const CONNECTIONS = 20
const CONNECTIONS_ALLOWED = 22
const SETTINGS = {
  otp_sender: 'LUMENS',
  transactional_sender: 'LUMENS',
  promotional_sender: '550011',
  dlt_entity_id: '1101000000000000001',
  max_connections: CONNECTIONS_ALLOWED,
}
const CONTENT = {
  smsBody:
    'Hi {{ first_name }}, {{ shop }} in {{ city }} has your {{ colour }} curtains back. Code {{ code }}. STOP to leave.',
  message_class: 'promotional',
  dlt_template_id: '1107160000000000001',
} as const
export const benchSms: Benchmark = context => benchPhones(context, smsBench())

function smsBench(): PhoneBench {
  const configuration = { ...SETTINGS, ...KEYS }
  const bodies = bodiesOf(smsChannel, CONTENT, configuration, message => karixBody(message, configuration))
  return {
    name: 'SMS campaign',
    what: 'by Karix with five merge fields',
    channel: 'sms',
    provider: 'Karix',
    engine: origin => ({ providerUrls: { karix: origin } }),
    settings: SETTINGS,
    secretFields: KEYS,
    content: CONTENT,
    answer: jsonAnswer({
      ackid: '1795192848478282734',
      time: '2026-11-20 22:10:48',
      status: { code: '200', desc: 'Accepted' },
    }),
    connections: CONNECTIONS,
    request: { path: '/httpapi/JsonReceiver', headers: { 'content-type': 'application/json' }, bodies },
  }
}

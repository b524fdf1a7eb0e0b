/** The WhatsApp campaign against an undici pool that posts the same bodies. */
import { whatsappChannel } from '@notifly/server/channels/whatsapp/whatsapp'
import type { Benchmark } from '../harness/bench-context.ts'
import { benchPhones, bodiesOf, jsonAnswer, type PhoneBench } from '../provider/phones.ts'

const TOKEN = 'EAAG0123456789abcdefghijklmnopqrstuvwxyz'
const NUMBER = '100000000000001'
const settings = { buisness_account_id: '200000000000001', phone_number_id: NUMBER }

const content = {
  template_name: 'order_update',
  language: 'en_US',
  parameters: {
    header: { text: '{{ code }}' },
    body: ['{{ first_name }}', '{{ colour }} curtains', '{{ city }}', '{{ agent }}'],
    buttons: [{ index: 0, value: '{{ code }}' }],
  },
}

/** As many as the provider opens for one number. */
const CONNECTIONS = 40
export const benchWhatsapp: Benchmark = context => benchPhones(context, whatsappBench())

function whatsappBench(): PhoneBench {
  return {
    name: 'WhatsApp campaign',
    what: 'by a template with six places',
    channel: 'whatsapp',
    provider: 'cloud_api',
    engine: origin => ({ providerUrls: { whatsapp: origin } }),
    settings,
    secretFields: { token: TOKEN },
    content,
    answer: jsonAnswer({
      messaging_product: 'whatsapp',
      contacts: [{ input: '919800000001', wa_id: '919800000001' }],
      messages: [{ id: 'wamid.HBgMOTE5ODEyMzQ1Njc4FQIAERgSQjM4RkY5RjQ4', message_status: 'accepted' }],
    }),
    connections: CONNECTIONS,
    request: {
      path: `/v23.0/${NUMBER}/messages`,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      bodies: bodiesOf(whatsappChannel, content, { token: TOKEN, ...settings }, ({ body }) => body),
    },
  }
}

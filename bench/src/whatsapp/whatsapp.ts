/** The WhatsApp campaign against an undici pool that posts the same bodies. */
import { whatsappChannel } from '@notifly/server/channels/whatsapp/whatsapp'
import type { Benchmark } from '../harness/bench-context.ts'
import { benchPhones, jsonAnswer, type PhoneBench } from '../provider/phones.ts'

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
/** Bodies of the limit, posted in turn. */
const BODIES = 1000

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
      bodies: bodies(),
    },
  }
}

/** What the campaign posts, written by the channel itself. */
function bodies(): string[] {
  const { content: frozen } = whatsappChannel.freeze(content, { messageIdDomain: 'notifly.example', firstLinkNo: 0 })
  const surroundings = { publicUrl: 'https://notifly.example', bounceDomain: null, attachments: [] }
  const write = whatsappChannel.compile(frozen, { token: TOKEN, ...settings }, surroundings)
  return Array.from({ length: BODIES }, (_, n) => {
    const fields = { first_name: `Name${n}`, code: `C-${n}`, colour: 'blue', city: `Town ${n % 100}`, agent: 'Ann' }
    const address = `+9198${String(n).padStart(8, '0')}`
    const common = { device: null, messageId: '', date: new Date(), unsubscribeUrl: '' }
    return write({ ...common, address, fields, token: 'x'.repeat(70) }).body
  })
}

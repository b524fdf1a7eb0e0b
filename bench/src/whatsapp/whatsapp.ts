/** The WhatsApp campaign against an undici pool that posts the same bodies. */
import { availableParallelism } from 'node:os'
import { whatsappChannel } from '@notifly/server/channels/whatsapp/whatsapp'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { type ProviderBench, setProviderStage } from '../provider/stage.ts'

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

export const benchWhatsapp: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { phoneRecipients: recipients, rounds } = sizes
  say(`WhatsApp campaign to ${recipients} numbers, ${rounds} rounds`)
  const stage = await setProviderStage(postgres, workers, recipients, whatsappBench())
  try {
    // Compilers and connections are warm from here on, on both sides.
    await stage.send()
    await stage.sendRaw()
    const comparison = await compare(rounds, stage.send, stage.sendRaw)
    return [
      {
        ...comparison,
        name: 'WhatsApp campaign',
        bar: { least: 0.5 },
        unit: 'messages/s',
        limitName: 'undici pool',
        costs: await stage.costs(),
        how:
          `A campaign to ${recipients} numbers by a template with six places, ${workers} workers under their supervisor, ` +
          `${CONNECTIONS} connections, all state in PostgreSQL with fsync. Limit: one process that posts the same bodies to ` +
          'the same provider by an undici pool of as many connections, and reads the answers.',
      },
    ]
  } finally {
    await stage.stop()
  }
}

function whatsappBench(): ProviderBench {
  return {
    channel: 'whatsapp',
    provider: 'cloud_api',
    host: 'whatsapp',
    settings,
    secretFields: { token: TOKEN },
    content,
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: '919800000001', wa_id: '919800000001' }],
      messages: [{ id: 'wamid.HBgMOTE5ODEyMzQ1Njc4FQIAERgSQjM4RkY5RjQ4', message_status: 'accepted' }],
    },
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
    const common = { device: null, messageId: '', date: new Date(), unsubscribeUrl: '', bounceLocalPart: '' }
    return write({ ...common, address, fields, token: 'x'.repeat(70) }).body
  })
}

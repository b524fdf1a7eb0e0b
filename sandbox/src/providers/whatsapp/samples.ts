import { longId, type Button, type Component, type Template } from './template.ts'

// The initial templates of a business account: one of each kind, and a rejected one.

interface Sample {
  name: string
  language?: string
  category: string
  status?: string
  rejected_reason?: string
  quality?: string
  named?: boolean
  components: Component[]
}

const header = (format: string, example?: string): Component => ({
  type: 'HEADER',
  format,
  ...(example !== undefined && { example: { header_handle: [`https://scontent.whatsapp.example/${example}`] } }),
})
const body = (text: string, ...examples: string[]): Component => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
})
const buttons = (...all: Button[]): Component => ({ type: 'BUTTONS', buttons: all })
const quickReplies = (...texts: string[]): Button[] => texts.map(text => ({ type: 'QUICK_REPLY', text }))
const LEAVE: Component = { type: 'FOOTER', text: 'Reply STOP to hear no more of us' }

const SAMPLES: Sample[] = [
  {
    name: 'hello_world',
    category: 'UTILITY',
    quality: 'GREEN',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      body('Welcome and congratulations!! This message shows that your number can send.'),
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'order_update',
    category: 'UTILITY',
    quality: 'GREEN',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['10431'] } },
      body(
        'Hi {{1}}, your order *{{2}}* is on its way and will arrive on {{3}}. Thank you for shopping with us.',
        'Asha',
        'Linen curtains',
        'Friday',
      ),
      LEAVE,
      buttons(
        {
          type: 'URL',
          text: 'Track the parcel',
          url: 'https://shop.example/track/{{1}}',
          example: ['https://shop.example/track/10431'],
        },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+14155550123' },
      ),
    ],
  },
  {
    name: 'season_offer',
    category: 'MARKETING',
    quality: 'YELLOW',
    components: [
      header('IMAGE', 'offer.jpg'),
      body('Dear {{1}}, our new season is here. Take {{2}} off everything until Sunday!', 'Asha', '20 %'),
      LEAVE,
      buttons(...quickReplies('Show me', 'Not now'), {
        type: 'COPY_CODE',
        text: 'Copy offer code',
        example: ['SPRING20'],
      }),
    ],
  },
  {
    name: 'shop_opening',
    language: 'hi',
    category: 'MARKETING',
    components: [header('LOCATION'), body('नमस्ते {{1}}, हमारी नई दुकान {{2}} को खुल रही है। ज़रूर आइए!', 'आशा', '15 जनवरी')],
  },
  {
    name: 'appointment_reminder',
    category: 'UTILITY',
    named: true,
    components: [
      {
        type: 'BODY',
        text: 'Hello {{customer_name}}, we see you on {{day}} at {{time}}. See you then!',
        example: {
          body_text_named_params: [
            { param_name: 'customer_name', example: 'Asha' },
            { param_name: 'day', example: 'Monday' },
            { param_name: 'time', example: '10:30' },
          ],
        },
      },
      buttons(...quickReplies('I will be there', 'Move it')),
    ],
  },
  {
    name: 'invoice_ready',
    category: 'UTILITY',
    components: [
      header('DOCUMENT', 'invoice.pdf'),
      body('Hi {{1}}, the invoice for {{2}} is attached. It is due within 14 days.', 'Asha', 'January'),
    ],
  },
  {
    name: 'last_chance',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'PROMOTIONAL',
    components: [body('You have won! Click here now to claim your prize, {{1}}, before it is gone.')],
  },
]

/** The templates of a new account. */
export function sampleTemplates(): Template[] {
  return SAMPLES.map(sample => ({
    id: longId(),
    name: sample.name,
    language: sample.language ?? 'en_US',
    category: sample.category,
    status: sample.status ?? 'APPROVED',
    rejected_reason: sample.rejected_reason ?? 'NONE',
    parameter_format: sample.named === true ? 'NAMED' : 'POSITIONAL',
    components: sample.components,
    quality_score: { score: sample.quality ?? 'UNKNOWN' },
  }))
}

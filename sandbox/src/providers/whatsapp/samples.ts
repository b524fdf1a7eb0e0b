import { longId, type Component, type Template } from './template.ts'

// What a business account has to begin with: one template of each kind, and one that was refused.

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

const SAMPLES: Sample[] = [
  {
    name: 'hello_world',
    category: 'UTILITY',
    quality: 'GREEN',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome and congratulations!! This message shows that your number can send.' },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'order_update',
    category: 'UTILITY',
    quality: 'GREEN',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['10431'] } },
      {
        type: 'BODY',
        text: 'Hi {{1}}, your order *{{2}}* is on its way and will arrive on {{3}}. Thank you for shopping with us.',
        example: { body_text: [['Asha', 'Linen curtains', 'Friday']] },
      },
      { type: 'FOOTER', text: 'Reply STOP to hear no more of us' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track the parcel',
            url: 'https://shop.example/track/{{1}}',
            example: ['https://shop.example/track/10431'],
          },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+14155550123' },
        ],
      },
    ],
  },
  {
    name: 'season_offer',
    category: 'MARKETING',
    quality: 'YELLOW',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.whatsapp.example/offer.jpg'] } },
      {
        type: 'BODY',
        text: 'Dear {{1}}, our new season is here. Take {{2}} off everything until Sunday!',
        example: { body_text: [['Asha', '20 %']] },
      },
      { type: 'FOOTER', text: 'Reply STOP to hear no more of us' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Show me' },
          { type: 'QUICK_REPLY', text: 'Not now' },
          { type: 'COPY_CODE', text: 'Copy offer code', example: ['SPRING20'] },
        ],
      },
    ],
  },
  {
    name: 'shop_opening',
    language: 'hi',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      {
        type: 'BODY',
        text: 'नमस्ते {{1}}, हमारी नई दुकान {{2}} को खुल रही है। ज़रूर आइए!',
        example: { body_text: [['आशा', '15 जनवरी']] },
      },
    ],
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
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'I will be there' },
          { type: 'QUICK_REPLY', text: 'Move it' },
        ],
      },
    ],
  },
  {
    name: 'invoice_ready',
    category: 'UTILITY',
    components: [
      {
        type: 'HEADER',
        format: 'DOCUMENT',
        example: { header_handle: ['https://scontent.whatsapp.example/invoice.pdf'] },
      },
      {
        type: 'BODY',
        text: 'Hi {{1}}, the invoice for {{2}} is attached. It is due within 14 days.',
        example: { body_text: [['Asha', 'January']] },
      },
    ],
  },
  {
    name: 'last_chance',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'PROMOTIONAL',
    components: [{ type: 'BODY', text: 'You have won! Click here now to claim your prize, {{1}}, before it is gone.' }],
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

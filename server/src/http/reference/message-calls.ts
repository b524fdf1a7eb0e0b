import {
  cancelMessage,
  listMessages,
  readMessage,
  sendMessage,
  sendMessages,
} from '@notifly/contracts/messages/messages'
import { MOMENT, SCHEDULED_ID, SENT_ID } from './example-ids.ts'
import { programCall } from './program-call.ts'

const MESSAGE = {
  id: SENT_ID,
  channel: 'email' as const,
  to: 'ana@example.com',
  contact_uuid: null,
  template: null,
  class: 'transactional' as const,
  topic: null,
  status: 'pending' as const,
  reason: null,
  reason_text: null,
  reason_text_sentence: null,
  attempts: 0,
  tags: ['orders'],
  metadata: { order: '1042' },
  idempotency_key: 'order-1042-paid',
  created_on: MOMENT,
  send_at: null,
}

const MESSAGE_FIELDS = {
  'idempotency-key':
    '1 to 255 printable ASCII characters. For 24 hours the same key and body are answered as the first time.',
  to: 'An email address, a phone number with `+`, the ID of a contact, here or yours, or an object that names one.',
  contact_uuid: 'Our ID of the contact.',
  external_user_id: 'Your ID of the contact.',
  template: 'Name or uuid of a template of the channel; of WhatsApp the name of an approved one.',
  content: 'In place of a template; for WhatsApp beside it. All texts may hold Liquid.',
  merge:
    'Values for merge fields, over the contact’s own: text, numbers, `true`, `false`, and lists and objects of these.',
  class: '`transactional` unless given. `marketing` also obeys consent, topics, quiet hours and frequency caps.',
  topic: 'A topic’s uuid: contacts who left it get no marketing about it.',
  metadata: 'Comes back with the message and in webhooks.',
  tags: 'To find messages by.',
  send_at: 'ISO 8601 with an offset, or epoch seconds; at most 30 days ahead. When omitted, now.',
  cc: 'Each copy is a separate delivery. One that is refused refuses the message.',
  create_contact: 'Where `to` is an address: find the contact that has it, or add one.',
  headers: '`X-` headers, `References`, `In-Reply-To`, `Importance`, `Priority`, `Auto-Submitted` and `List-Id`.',
  text: 'For email, written from the HTML when omitted.',
  from_name: 'In place of the name in the channel’s settings.',
}

export const MESSAGE_CALLS = {
  sendMessage: programCall(sendMessage, {
    title: 'Send a message',
    fields: MESSAGE_FIELDS,
    description:
      'A 202 means that the message is stored and won’t be lost. `to` is an email address, a phone number with `+`, your ID of a contact, ' +
      'or `{"contact_uuid": …}`. Say what it says with `template` or with `content`, and fill merge fields with `merge`. `class` is ' +
      '`transactional` unless given; `marketing` also obeys consent, topics, quiet hours and frequency caps. A receiver who is suppressed ' +
      'or, for marketing, has unsubscribed is refused with 400, and nothing is stored. One who is suppressed later is skipped.',
    refusals: ['conflict'],
    example: {
      headers: { 'Idempotency-Key': 'order-1042-paid' },
      body: {
        channel: 'email',
        to: 'ana@example.com',
        content: {
          subject: 'Order {{ order }}',
          html: '<p>Hello {{ first_name }}, your order {{ order }} is on its way.</p>',
        },
        merge: { first_name: 'Ana', order: '1042' },
        tags: ['orders'],
        metadata: { order: '1042' },
      },
      answer: { id: SENT_ID, status: 'pending' },
    },
  }),
  sendMessages: programCall(sendMessages, {
    title: 'Send many messages',
    description:
      'Much faster than single calls. Results are in the order of the messages. A refused one says why, and at which fields.',
    refusals: ['conflict'],
    example: {
      headers: { 'Idempotency-Key': 'reminders-2026-11-20' },
      body: {
        messages: [
          {
            channel: 'email',
            to: 'li@example.com',
            content: { subject: 'Your lesson begins at 18:00', html: '<p>See you soon.</p>' },
            send_at: '2026-11-20T17:00:00Z',
          },
          { channel: 'pigeon', to: 'li@example.com' },
        ],
      },
      answer: [
        { id: SCHEDULED_ID, status: 'scheduled' },
        {
          id: null,
          status: 'refused',
          error: {
            message: 'Use email, sms, whatsapp, webpush or mobilepush.',
            key: 'messages.channel',
            errors: [
              {
                field: 'channel',
                message: 'Use email, sms, whatsapp, webpush or mobilepush.',
                key: 'messages.channel',
              },
            ],
          },
        },
      ],
    },
  }),
  getMessage: programCall(readMessage, {
    title: 'Get a message',
    description: '`events` is everything that happened to it, in order.',
    refusals: ['notFound'],
    example: { params: { id: SENT_ID }, answer: { ...MESSAGE, events: [] } },
  }),
  listMessages: programCall(listMessages, {
    title: 'List messages',
    fields: {
      cursor: '`next` of the page before.',
      key: 'The Idempotency-Key that they were sent with.',
      to: 'As a message names its receiver: a contact’s ID, here or yours, or an address.',
    },
    description: 'Pass `next` of a page as `cursor` to get the page after it. It is `null` on the last.',
    refusals: [],
    example: { query: { tag: 'orders', limit: '20' }, answer: { messages: [MESSAGE], next: null } },
  }),
  cancelMessage: programCall(cancelMessage, {
    title: 'Cancel a message',
    description: 'Only while it waits for `send_at`; afterwards the answer is 409.',
    refusals: ['notFound', 'conflict'],
    example: { params: { id: SCHEDULED_ID }, answer: { id: SCHEDULED_ID, status: 'cancelled' } },
  }),
}

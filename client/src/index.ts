/** Calls Notifly from programs: messages, contacts, events; verifies its webhooks. */
import { type Contacts, contactsOf } from './contacts.ts'
import { type Events, eventsOf } from './events.ts'
import { createRequest, type NotiflyOptions } from './http.ts'
import { type Messages, messagesOf } from './messages.ts'

export { NotiflyConnectionError, NotiflyError, WebhookVerificationError } from './errors.ts'
export { verifyWebhook } from './webhooks.ts'
export type { VerifyOptions, WebhookEvent, WebhookHeaders } from './webhooks.ts'
export type { Contacts } from './contacts.ts'
export type { Events } from './events.ts'
export type { CallOptions, NotiflyOptions } from './http.ts'
export type { Messages, SendOptions } from './messages.ts'
export type * from './wire.ts'

/** One application of an installation, called with one key. */
export class Notifly {
  readonly messages: Messages
  readonly contacts: Contacts
  readonly events: Events

  constructor(options: NotiflyOptions) {
    const request = createRequest(options)
    this.messages = messagesOf(request)
    this.contacts = contactsOf(request)
    this.events = eventsOf(request)
  }
}

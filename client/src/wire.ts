// Written by testing/generate-wire.ts from the contracts; not by hand.

/** A message to send: what its channel takes, and whom it goes to. */
export type NewMessage =
  | {
      channel: 'email'
      to: string | { contact_uuid: string } | { external_user_id: string }
      template?: string | undefined
      merge?: Record<string, unknown> | undefined
      class?: 'transactional' | 'marketing' | undefined
      topic?: string | undefined
      metadata?: Record<string, string> | undefined
      tags?: string[] | undefined
      send_at?: string | number | undefined
      create_contact?: boolean | undefined
      content?:
        | {
            subject?: string | undefined
            preheader?: string | undefined
            html?: string | undefined
            text?: string | undefined
            from_name?: string | undefined
          }
        | undefined
      cc?: string[] | undefined
      reply_to?: string | undefined
      headers?: Record<string, string> | undefined
      attachments?:
        { content: string; filename: string; type: string; disposition?: 'attachment' | undefined }[] | undefined
    }
  | {
      channel: 'sms'
      to: string | { contact_uuid: string } | { external_user_id: string }
      template?: string | undefined
      merge?: Record<string, unknown> | undefined
      class?: 'transactional' | 'marketing' | undefined
      topic?: string | undefined
      metadata?: Record<string, string> | undefined
      tags?: string[] | undefined
      send_at?: string | number | undefined
      create_contact?: boolean | undefined
      content?:
        | {
            text?: string | undefined
            dlt_template_id?: string | undefined
            message_class?: 'otp' | 'transactional' | 'promotional' | undefined
            track_links?: boolean | undefined
          }
        | undefined
      cc?: never | undefined
      reply_to?: never | undefined
      headers?: never | undefined
      attachments?: never | undefined
    }
  | {
      channel: 'whatsapp'
      to: string | { contact_uuid: string } | { external_user_id: string }
      template?: string | undefined
      merge?: Record<string, unknown> | undefined
      class?: 'transactional' | 'marketing' | undefined
      topic?: string | undefined
      metadata?: Record<string, string> | undefined
      tags?: string[] | undefined
      send_at?: string | number | undefined
      create_contact?: boolean | undefined
      content?:
        | {
            language?: string | undefined
            parameters?:
              | {
                  header?:
                    | {
                        text?: string | undefined
                        media?: string | undefined
                        filename?: string | undefined
                        location?:
                          | {
                              latitude?: number | undefined
                              longitude?: number | undefined
                              name?: string | undefined
                              address?: string | undefined
                            }
                          | undefined
                      }
                    | undefined
                  body?: string[] | undefined
                  buttons?: { index: number; value: string }[] | undefined
                }
              | undefined
          }
        | undefined
      cc?: never | undefined
      reply_to?: never | undefined
      headers?: never | undefined
      attachments?: never | undefined
    }
  | {
      channel: 'webpush'
      to: string | { contact_uuid: string } | { external_user_id: string }
      template?: string | undefined
      merge?: Record<string, unknown> | undefined
      class?: 'transactional' | 'marketing' | undefined
      topic?: string | undefined
      metadata?: Record<string, string> | undefined
      tags?: string[] | undefined
      send_at?: string | number | undefined
      create_contact?: boolean | undefined
      content?:
        | {
            title?: string | undefined
            body?: string | undefined
            image?: string | undefined
            icon?: string | undefined
            url?: string | undefined
            actions?: { title: string; url: string }[] | undefined
          }
        | undefined
      cc?: never | undefined
      reply_to?: never | undefined
      headers?: never | undefined
      attachments?: never | undefined
    }
  | {
      channel: 'mobilepush'
      to: string | { contact_uuid: string } | { external_user_id: string }
      template?: string | undefined
      merge?: Record<string, unknown> | undefined
      class?: 'transactional' | 'marketing' | undefined
      topic?: string | undefined
      metadata?: Record<string, string> | undefined
      tags?: string[] | undefined
      send_at?: string | number | undefined
      create_contact?: boolean | undefined
      content?:
        | {
            title?: string | undefined
            body?: string | undefined
            image?: string | undefined
            icon?: string | undefined
            url?: string | undefined
            actions?: { title: string; url: string }[] | undefined
          }
        | undefined
      cc?: never | undefined
      reply_to?: never | undefined
      headers?: never | undefined
      attachments?: never | undefined
    }

/** What narrows a list of messages. */
export type MessageFilter = {
  limit?: number | undefined
  cursor?: string | undefined
  key?: string | undefined
  tag?: string | undefined
  to?: string | undefined
  status?:
    | 'pending'
    | 'sending'
    | 'scheduled'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'opened'
    | 'clicked'
    | 'converted'
    | 'dismissed'
    | 'bounced'
    | 'complained'
    | 'unsubscribed'
    | 'failed'
    | 'skipped'
    | 'expired'
    | 'cancelled'
    | undefined
  channel?: 'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush' | undefined
}

/** Fields of a contact. What is left out stays; null takes a value away. */
export type ContactFields = {
  email?: (string | number | boolean) | null | undefined
  phone_number?: (string | number | boolean) | null | undefined
  country?: (string | number | boolean) | null | undefined
  lang?: (string | number | boolean) | null | undefined
  timezone?: (string | number | boolean) | null | undefined
  timezone_offset?: (string | number | boolean) | null | undefined
  latitude?: (string | number | boolean) | null | undefined
  longitude?: (string | number | boolean) | null | undefined
  platform_type?: (string | number | boolean) | null | undefined
  device_details?: (string | number | boolean) | null | undefined
  is_test?: (string | number | boolean) | null | undefined
  created_on?: (string | number | boolean) | null | undefined
  updated_on?: (string | number | boolean) | null | undefined
  merge_fields?: Record<string, (string | number | boolean) | null> | undefined
}

/** A contact of a batch. */
export type NewContact = {
  external_user_id: string
  email?: (string | number | boolean) | null | undefined
  phone_number?: (string | number | boolean) | null | undefined
  country?: (string | number | boolean) | null | undefined
  lang?: (string | number | boolean) | null | undefined
  timezone?: (string | number | boolean) | null | undefined
  timezone_offset?: (string | number | boolean) | null | undefined
  latitude?: (string | number | boolean) | null | undefined
  longitude?: (string | number | boolean) | null | undefined
  platform_type?: (string | number | boolean) | null | undefined
  device_details?: (string | number | boolean) | null | undefined
  is_test?: (string | number | boolean) | null | undefined
  created_on?: (string | number | boolean) | null | undefined
  updated_on?: (string | number | boolean) | null | undefined
  merge_fields?: Record<string, (string | number | boolean) | null> | undefined
}

/** What a person told you they want to get. */
export type ConsentWishes = {
  channels?:
    Partial<Record<'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush', 'subscribed' | 'unsubscribed'>> | undefined
  topics?: Record<string, 'subscribed' | 'unsubscribed'> | undefined
  reason?: string | undefined
}

/** What a contact did. Name the contact by external_user_id or by contact_uuid. */
export type NewEvent = {
  external_user_id?: string | undefined
  contact_uuid?: string | undefined
  name: string
  properties?: Record<string, (string | number | boolean) | null> | undefined
  occurred_at?: string | number | undefined
  id?: string | undefined
}

/** A message that is stored and will be sent. */
export type AcceptedMessage = {
  id: string
  status:
    | 'pending'
    | 'sending'
    | 'scheduled'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'opened'
    | 'clicked'
    | 'converted'
    | 'dismissed'
    | 'bounced'
    | 'complained'
    | 'unsubscribed'
    | 'failed'
    | 'skipped'
    | 'expired'
    | 'cancelled'
}

/** What became of one message of a batch. */
export type MessageResult = {
  id: string | null
  status:
    | 'pending'
    | 'sending'
    | 'scheduled'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'opened'
    | 'clicked'
    | 'converted'
    | 'dismissed'
    | 'bounced'
    | 'complained'
    | 'unsubscribed'
    | 'failed'
    | 'skipped'
    | 'expired'
    | 'cancelled'
    | 'refused'
  error?:
    | {
        message: string
        key?: string | undefined
        values?:
          Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
        errors?:
          | {
              field: string
              message: string
              key?: string | undefined
              values?:
                | Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }>
                | undefined
              line?: number | undefined
              column?: number | undefined
              tag?: string | undefined
            }[]
          | undefined
      }
    | undefined
}

/** A message as lists have it. */
export type Message = {
  id: string
  channel: 'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush'
  to: string | null
  contact_uuid: string | null
  template: { name: string; uuid: string | null; version: number | null } | null
  class: 'transactional' | 'marketing'
  topic: string | null
  status:
    | 'pending'
    | 'sending'
    | 'scheduled'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'opened'
    | 'clicked'
    | 'converted'
    | 'dismissed'
    | 'bounced'
    | 'complained'
    | 'unsubscribed'
    | 'failed'
    | 'skipped'
    | 'expired'
    | 'cancelled'
  reason: string | null
  reason_text: string | null
  reason_text_sentence: {
    key: string
    values?: Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
  } | null
  attempts: number
  tags: string[]
  metadata: Record<string, string>
  idempotency_key: string | null
  created_on: number
  send_at: number | null
}

/** A message with everything that happened to it. */
export type MessageDetails = {
  id: string
  channel: 'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush'
  to: string | null
  contact_uuid: string | null
  template: { name: string; uuid: string | null; version: number | null } | null
  class: 'transactional' | 'marketing'
  topic: string | null
  status:
    | 'pending'
    | 'sending'
    | 'scheduled'
    | 'sent'
    | 'delivered'
    | 'read'
    | 'opened'
    | 'clicked'
    | 'converted'
    | 'dismissed'
    | 'bounced'
    | 'complained'
    | 'unsubscribed'
    | 'failed'
    | 'skipped'
    | 'expired'
    | 'cancelled'
  reason: string | null
  reason_text: string | null
  reason_text_sentence: {
    key: string
    values?: Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
  } | null
  attempts: number
  tags: string[]
  metadata: Record<string, string>
  idempotency_key: string | null
  created_on: number
  send_at: number | null
  events: {
    kind:
      | 'picked'
      | 'waiting'
      | 'sent'
      | 'deferred'
      | 'rejected'
      | 'refused'
      | 'in_doubt'
      | 'render_error'
      | 'skipped'
      | 'expired'
      | 'cancelled'
      | 'failed'
      | 'passed_on'
      | 'delivered'
      | 'bounced'
      | 'complained'
      | 'opened'
      | 'clicked'
      | 'dismissed'
      | 'visited'
      | 'unsubscribed'
      | 'resubscribed'
    at: number
    millisecond: number
    source: 'us' | 'provider' | 'recipient'
    values: Record<string, string | number>
    text: string
    text_sentence: {
      key: string
      values?:
        Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
    }
    bot: boolean
    answer: string | null
    answer_sentence?:
      | {
          key: string
          values?:
            Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
        }
      | undefined
  }[]
}

/** A contact with channels, segments and merge fields. */
export type Contact = {
  uuid: string
  external_user_id: string | null
  email: string | null
  phone_number: string | null
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  timezone_offset: number | null
  is_test: boolean
  created_on: number | null
  updated_on: number | null
  added_on: number
  last_activity_on?: string | undefined
  merge_fields: Record<string, unknown>
  segments: { uuid: string; name: string }[]
  has_more_segments?: boolean | undefined
  channels: Partial<
    Record<
      'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush',
      {
        address: string | null
        status: 'reachable' | 'unsubscribed' | 'suppressed' | 'no_address'
        since: number | null
        source: string | null
      }
    >
  >
  approval_uuid?: string | undefined
}

/** The contact, and whether it is new. */
export type StoredContact = {
  uuid: string
  external_user_id: string | null
  email: string | null
  phone_number: string | null
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  timezone_offset: number | null
  is_test: boolean
  created_on: number | null
  updated_on: number | null
  added_on: number
  last_activity_on?: string | undefined
  merge_fields: Record<string, unknown>
  segments: { uuid: string; name: string }[]
  has_more_segments?: boolean | undefined
  channels: Partial<
    Record<
      'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush',
      {
        address: string | null
        status: 'reachable' | 'unsubscribed' | 'suppressed' | 'no_address'
        since: number | null
        source: string | null
      }
    >
  >
  approval_uuid?: string | undefined
  created: boolean
}

/** What became of one contact of a batch. */
export type ContactResult = {
  external_user_id: string
  result: 'created' | 'updated' | 'refused'
  uuid: string | null
  error?:
    | {
        message: string
        key?: string | undefined
        values?:
          Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
        errors?:
          | {
              field: string
              message: string
              key?: string | undefined
              values?:
                | Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }>
                | undefined
              line?: number | undefined
              column?: number | undefined
              tag?: string | undefined
            }[]
          | undefined
      }
    | undefined
}

/** What a contact may be sent, by channel and by topic. */
export type Consent = {
  channels: {
    channel: 'email' | 'sms' | 'whatsapp' | 'webpush' | 'mobilepush'
    status: 'subscribed' | 'unsubscribed'
    source: string | null
    since: number | null
    suppressed: string | null
  }[]
  topics: {
    uuid: string
    name: string
    description: string
    status: 'subscribed' | 'unsubscribed'
    source: string | null
    since: number | null
  }[]
}

/** Whether the event is new or came before. */
export type EventReceipt = { result: 'accepted' | 'duplicate' }

/** What became of one event of a batch. */
export type EventResult = {
  id: string | null
  result: 'accepted' | 'duplicate' | 'refused'
  error?:
    | {
        message: string
        key?: string | undefined
        values?:
          Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
        errors?:
          | {
              field: string
              message: string
              key?: string | undefined
              values?:
                | Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }>
                | undefined
              line?: number | undefined
              column?: number | undefined
              tag?: string | undefined
            }[]
          | undefined
      }
    | undefined
}

/** A field that was refused, and why. */
export type FieldError = {
  field: string
  message: string
  key?: string | undefined
  values?: Record<string, string | number | { key: string; values?: Record<string, unknown> | undefined }> | undefined
  line?: number | undefined
  column?: number | undefined
  tag?: string | undefined
}

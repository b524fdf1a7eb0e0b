import { readMailbox, viewMail, type MailView } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import type { MessageStore } from '../messages/message-store.ts'

/** A row of the list. Times are epoch seconds; `to` is one complete address. */
export async function messageRow(store: MessageStore, message: StoredMessage) {
  const raw = store.raw(message.seq)
  return summary(message, raw ? (await viewMail(raw)).text : '')
}

/** All details of one message. */
export function messageDetail(message: StoredMessage, raw: Buffer, view: MailView) {
  return {
    ...summary(message, view.text),
    headers: view.headers,
    html: view.html,
    raw: raw.toString(),
    attachments: view.attachments.map((attachment, index) => ({
      index,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId ?? null,
      inline: attachment.inline,
      size: attachment.content.length,
      url: `/api/messages/${message.id}/attachments/${index}`,
    })),
    links: view.links,
  }
}

function summary(message: StoredMessage, text: string) {
  const from = readMailbox(message.from)
  return {
    id: message.id,
    channel: message.channel,
    provider: message.provider,
    to: message.to,
    from: from.address || message.from || message.sender,
    from_name: from.name,
    envelope_from: message.sender,
    subject: message.subject,
    text,
    received_on: Math.floor(message.atMs / 1000),
  }
}

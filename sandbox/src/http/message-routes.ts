import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { viewMail, type MailView } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { answer, refuse, setPagingHeaders } from './answers.ts'
import { messageDetail, messageRow } from './message-json.ts'

const listQuery = z.object({
  channel: z.string().optional(),
  to: z.string().optional(),
  search: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(10),
})

const idParams = z.object({ id: z.string() })
const attachmentParams = idParams.extend({ index: z.coerce.number().int().min(0) })

/** The API that tests and people use to read messages. */
export function addMessageRoutes(app: FastifyInstance, store: MessageStore): void {
  app.get('/api/messages', async (request, reply) => {
    const { page, per_page: perPage, ...filter } = listQuery.parse(request.query)
    const { total, messages } = await store.list(filter, page, perPage)
    setPagingHeaders(reply, { total, page, perPage })
    return answer(await Promise.all(messages.map(message => messageRow(store, message))))
  })

  // Shows whether each recipient got exactly one message of a large run, without reading every page of the list.
  app.get('/api/messages/counts', async request => {
    const { channel } = listQuery.pick({ channel: true }).parse(request.query)
    return answer(store.counts(channel))
  })

  app.delete('/api/messages', async () => {
    store.clear()
    return answer(null)
  })

  app.get('/api/messages/:id', (request, reply) =>
    withMail(store, request.params, reply, (message, raw, view) => answer(messageDetail(message, raw, view))),
  )

  app.get('/api/messages/:id/raw', (request, reply) =>
    withMail(store, request.params, reply, (message, raw) =>
      reply
        .type('message/rfc822')
        .header('content-disposition', contentDisposition(`${message.subject || 'message'}.eml`))
        .send(raw),
    ),
  )

  app.get('/api/messages/:id/attachments/:index', (request, reply) =>
    withMail(store, request.params, reply, (_message, _raw, view) => {
      const attachment = view.attachments[attachmentParams.safeParse(request.params).data?.index ?? -1]
      if (!attachment) return refuse(reply, 404, 'There is no such attachment')
      return reply
        .type('application/octet-stream')
        .header('content-disposition', contentDisposition(attachment.filename))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(attachment.content)
    }),
  )
}

/** Passes the mail of a route to `use`, or responds with 404. */
export async function withMail<Result>(
  store: MessageStore,
  params: unknown,
  reply: FastifyReply,
  use: (message: StoredMessage, raw: Buffer, view: MailView) => Result,
): Promise<Result | FastifyReply> {
  const message = store.find(idParams.parse(params).id)
  const raw = message && store.raw(message.seq)
  if (!message || !raw) return refuse(reply, 404, 'There is no such message, or it has been deleted')
  return use(message, raw, await viewMail(raw))
}

/** A Content-Disposition header that preserves the file's name, including non-ASCII letters (RFC 6266). */
function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_').slice(0, 150)
  const encoded = encodeURIComponent(filename.slice(0, 150).toWellFormed()).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

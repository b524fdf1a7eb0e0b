import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultPanel } from '../faults/fault-panel.ts'
import { standaloneHtml, viewMail } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { titleOf } from '../messages/message-title.ts'
import { faultsBody } from '../page/faults-page.ts'
import type { Html } from '../page/html.ts'
import { goneMessagePane, inboxBody, noMessagePane, PER_PAGE, type InboxRow } from '../page/inbox-page.ts'
import { readInboxState, type InboxState } from '../page/inbox-state.ts'
import type { LayoutOptions } from '../page/layout.ts'
import { messagePane } from '../page/message-pane.ts'
import { sendPage } from '../page/send-page.ts'
import type { Razorpay } from '../providers/razorpay/emulator.ts'
import { razorpayDials } from '../providers/razorpay/page/dials.ts'
import type { Whatsapp } from '../providers/whatsapp/emulator.ts'
import { whatsappDials } from '../providers/whatsapp/page.ts'
import type { Webhooks } from '../providers/webhooks/endpoint.ts'
import { webhookDials } from '../providers/webhooks/page.ts'
import { hubspotDials } from '../providers/hubspot/page.ts'
import type { HubspotState } from '../providers/hubspot/state.ts'
import { withMail } from './message-routes.ts'

interface PageOptions {
  store: MessageStore
  panel: FaultPanel
  smtpAddress: string
  canReport: boolean
  whatsapp: Whatsapp
  webhooks: Webhooks
  razorpay: Razorpay
  hubspot: HubspotState
}

const SNIPPET_LENGTH = 140
/** Other channels are on the phone and desktop pages. */
const MAIL = 'email'

/** A mail may only show pictures and its own styles. It runs no scripts, even when opened on its own. */
const MAIL_POLICY = [
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/** The pages for people. */
export function addPageRoutes(app: FastifyInstance, options: PageOptions): void {
  const { store, panel, smtpAddress, canReport, whatsapp, webhooks, razorpay, hubspot } = options
  const send = (reply: FastifyReply, page: Pick<LayoutOptions, 'title' | 'page' | 'body'>) =>
    sendPage(reply, { ...page, activeFaults: panel.countActive(), smtpAddress })

  app.get('/', async (request, reply) => {
    const state = readInboxState(request.query)
    const mails = (search: string) => store.list({ channel: MAIL, search }, state.page, PER_PAGE)
    const { total, messages } = await mails(state.search)
    const stored = state.search === '' ? total : (await mails('')).total
    const { title, pane } = await openPane(store, state, stored)
    const rows = await Promise.all(messages.map(message => toRow(store, message)))
    const body = inboxBody({ state, rows, total, stored, smtpAddress, nowMs: Date.now(), pane })
    return send(reply, { title, page: 'inbox', body })
  })

  app.get('/faults', async (_request, reply) =>
    send(reply, {
      title: 'Faults · Sandbox inbox',
      page: 'faults',
      body: faultsBody({
        dials: channel => panel.dials(channel),
        canReport,
        whatsapp: whatsappDials(whatsapp.state.dials, 'whatsapp'),
        webhooks: webhookDials(webhooks.state.dials, 'webhooks'),
        razorpay: razorpayDials(razorpay.state.dials, 'razorpay'),
        hubspot: hubspotDials(hubspot.dials, 'hubspot'),
      }),
    }),
  )

  app.get('/messages/:id/html', (request, reply) =>
    withMail(store, request.params, reply, (_message, _raw, view) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', MAIL_POLICY)
        .header('cache-control', 'no-store')
        .send(standaloneHtml(view)),
    ),
  )
}

async function openPane(
  store: MessageStore,
  state: InboxState,
  stored: number,
): Promise<{ title: string; pane: Html }> {
  const title = 'Sandbox inbox'
  if (!state.id) return { title, pane: noMessagePane(stored) }
  const message = store.find(state.id)
  const raw = message && store.raw(message.seq)
  if (!message || !raw) return { title, pane: goneMessagePane() }
  const view = await viewMail(raw)
  return { title: `${titleOf(message, view.text)} · ${title}`, pane: messagePane({ message, raw, view }, state) }
}

async function toRow(store: MessageStore, message: StoredMessage): Promise<InboxRow> {
  const raw = store.raw(message.seq)
  const text = raw ? (await viewMail(raw)).text : ''
  return { message, snippet: text.replace(/\s+/g, ' ').slice(0, SNIPPET_LENGTH) }
}

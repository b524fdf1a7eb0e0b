import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FaultPanel } from '../faults/fault-panel.ts'
import { viewMail } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { PHONE_CHANNELS, phoneBody, type PhoneChannel, type ThreadLine } from '../page/phone-page.ts'
import { PICTURES, sendPage } from '../page/send-page.ts'
import type { Accounts } from '../providers/sms/accounts.ts'
import { readShown } from '../providers/mobilepush/shown.ts'
import type { DoneWith } from '../providers/mobilepush/taps.ts'
import type { PhoneLine } from '../providers/sms/lines.ts'
import { failureOf } from '../providers/sms/provider-call.ts'
import { SMS_EMULATORS } from '../providers/sms/sms.ts'
import { answer, refuse } from './answers.ts'

interface PhoneOptions {
  store: MessageStore
  panel: FaultPanel
  accounts: Accounts
  /** The line that carries a reply, by the name of the provider of the newest message. */
  lines: ReadonlyMap<string, PhoneLine>
  /** Whether WhatsApp has a webhook for this number of its customer. */
  hasWebhook(number: string): boolean
  /** What was done with a push on the page. */
  doneWith: DoneWith
}

const THREADS_SHOWN = 60
const LINES_SHOWN = 100

const channel = z.enum(Object.keys(PHONE_CHANNELS) as [PhoneChannel, ...PhoneChannel[]])
const address = z.string().max(2000).optional().catch(undefined)
const query = z.object({
  number: z.string().max(400).catch(''),
  channel: channel.catch('sms'),
  // The address that a link from Notifly suggests to enter, under the provider's name.
  senders: z.string().max(200).catch(''),
})
const replySchema = z.strictObject({
  channel,
  number: z.string().regex(/^\+\d{7,15}$/, 'Enter a number with its country code.'),
  text: z.string().trim().min(1, 'Write something.').max(1600),
})

/** The phone page: the threads of a number, and its owner's replies. */
export function addPhoneRoutes(
  app: FastifyInstance,
  { store, panel, accounts, lines, hasWebhook, doneWith }: PhoneOptions,
): void {
  const read = (message: StoredMessage) => lineOf(store, doneWith, message)

  app.get('/phone', async (request, reply) => {
    const { channel: name, number: asked, senders } = query.parse(request.query)
    const { names } = PHONE_CHANNELS[name]
    const newest = await Promise.all(store.newestPerAddress(names, THREADS_SHOWN).map(read))
    const number = asked || (newest[0]?.number ?? '')
    const body = phoneBody({
      channel: name,
      number,
      newest,
      thread: await Promise.all(store.threadOf(number, names, LINES_SHOWN).map(read)),
      portals: Object.entries(SMS_EMULATORS).map(([provider, { portal: words }]) => {
        const url = address.parse((request.query as Record<string, unknown>)[provider])
        return {
          provider,
          words,
          settings: accounts.list(provider),
          asked: url === undefined ? undefined : { url, senders },
        }
      }),
      hasWebhook,
      nowMs: Date.now(),
    })
    const title = number === '' ? 'Phone · Sandbox' : `${number} · Phone · Sandbox`
    const allow = name === 'push' ? PICTURES : {}
    return sendPage(reply, { title, page: 'phone', body, allow, activeFaults: panel.countActive() })
  })

  app.post('/api/phone/replies', async (request, reply) => {
    const { number, text, channel: name } = replySchema.parse(request.body)
    const { outgoing } = PHONE_CHANNELS[name]
    const newest = store.threadOf(number, new Set([outgoing]), 1).at(-1)
    const line = lines.get(newest?.provider ?? '')
    if (newest === undefined || line === undefined) return refuse(reply, 404, 'Nothing was sent to this number yet.')
    const problem = await line
      .reply({ phone: number, text, sender: newest.from })
      .catch((error: unknown) => `The address cannot be called (${failureOf(error)}).`)
    return problem === undefined ? answer(null) : refuse(reply, 409, problem)
  })
}

async function lineOf(store: MessageStore, doneWith: DoneWith, message: StoredMessage): Promise<ThreadLine> {
  const { id, to: number, atMs, channel, sender, provider } = message
  const line = { id, number, atMs, sender, provider, isFromPhone: channel.endsWith('_reply') }
  const raw = store.raw(message.seq)
  const push = raw && channel === PHONE_CHANNELS.push.outgoing ? readShown(raw) : undefined
  if (push !== undefined) return { ...line, text: push.body, push: { ...push, done: doneWith(id) } }
  return { ...line, text: raw ? (await viewMail(raw)).text : '' }
}

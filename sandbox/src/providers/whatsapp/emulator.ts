import type { Decisions } from '../../faults/decisions.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import type { PhoneLine } from '../sms/lines.ts'
import { countTurned } from './dials.ts'
import { storeReply } from './thread.ts'
import { FIRST_ACCOUNT, WhatsappState } from './state.ts'
import { createWebhookQueue, type WebhookQueue } from './webhook-queue.ts'
import { createStatusReports, type StatusReports } from './status-reports.ts'
import { Library } from './library.ts'

/** A message from a person to one of our numbers. */
export interface Reply {
  from: string
  text: string
  /** Id of our number; by default the one that sent last. */
  to?: string | undefined
  /** The message whose button was pressed; absent for a message that the person wrote. */
  answers?: string | undefined
}

/** What the routes of the emulator need. */
export interface Whatsapp extends Pick<SandboxContext, 'store' | 'pace' | 'onError'> {
  state: WhatsappState
  decisions: Decisions
  webhooks: WebhookQueue
  statusReports: StatusReports
  library: Library
  /** Sends a person's message to the webhook. */
  receive(reply: Reply): void
  /** Carries messages from the emulated phone. A text equal to a quick reply's label counts as its button. */
  line: PhoneLine
  stop(): Promise<void>
}

/** The number that replies go to until one has sent a message. */
const FIRST_NUMBER = '100000000000001'

/** Opens the state of the emulated WhatsApp without listening. */
export async function openWhatsapp({ store, panel, dataDir, pace, onError }: SandboxContext): Promise<Whatsapp> {
  const state = new WhatsappState(dataDir)
  panel.alsoCount(() => countTurned(state.dials))
  const webhooks = createWebhookQueue(state, pace)
  const library = new Library()
  const account = () => state.accounts[0] ?? FIRST_ACCOUNT
  const statusReports = createStatusReports({ state, webhooks, pace, account })
  let replies = 0
  const receive = ({ from, text, to: number = library.lastNumber ?? FIRST_NUMBER, answers }: Reply): void => {
    const digits = from.replace(/\D/g, '')
    const message = {
      from: digits,
      id: `wamid.in.${Date.now().toString(36)}.${++replies}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...(answers === undefined
        ? { type: 'text', text: { body: text } }
        : { type: 'button', button: { text, payload: text }, context: { from: number, id: answers } }),
    }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number, phone_number_id: number },
      contacts: [{ profile: { name: `+${digits}` }, wa_id: digits }],
      messages: [message],
    }
    webhooks.add({ field: 'messages', account: account(), number, value })
    library.wrote(digits, number)
  }
  return {
    state,
    store,
    decisions: panel.decisions,
    webhooks,
    statusReports,
    library,
    pace,
    onError,
    receive,
    line: {
      async reply({ phone, text, sender }) {
        if (state.webhookOf(sender) === undefined) return 'No webhook is set up for this number: see the page WhatsApp.'
        await storeReply(store, { phone, number: sender, text })
        const newest = library.newest(phone.replace(/\D/g, ''), sender)
        const isButton = newest?.replies.includes(text) === true
        receive({ from: phone, to: sender, text, ...(isButton && { answers: newest.wamid }) })
        return undefined
      },
    },
    async stop() {
      await statusReports.stop()
      await webhooks.stop()
    },
  }
}

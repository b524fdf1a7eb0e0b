import { chanceOf, spanOf } from '../../faults/chance.ts'
import type { End } from '../../faults/decisions.ts'
import { createDueQueue } from '../../due-queue.ts'
import { failureJson, FAILURES } from './graph-error.ts'
import type { WhatsappDials } from './dials.ts'
import type { WhatsappState } from './state.ts'
import type { WebhookQueue } from './webhook-queue.ts'

// What happens to an accepted message: it is delivered, read, or fails. Reports may be duplicated or out of order.

export interface Accepted {
  wamid: string
  /** Digits only. */
  to: string
  number: string
  callbackData: string | undefined
}

type StatusName = 'sent' | 'delivered' | 'read' | 'failed'

interface Step {
  message: Accepted
  status: StatusName
  atMs: number
}

export interface StatusReports {
  start(message: Accepted): void
  stop(): Promise<void>
}

const SENT_AFTER_MS = [100, 600] as const
const DELIVERED_AFTER_MS = [300, 3000] as const
const READ_AFTER_MS = [1000, 12_000] as const
/** Share of read messages without a delivery report. */
const SKIPPED_DELIVERED = 0.2
const MOST_AT_ONCE = 64

interface StatusReportsOptions {
  state: WhatsappState
  webhooks: WebhookQueue
  pace: number
  account(): string
}

export function createStatusReports({ state, webhooks, pace, account }: StatusReportsOptions): StatusReports {
  const queue = createDueQueue<Step>(MOST_AT_ONCE, async step => {
    const value = statusValue(step)
    const change = { field: 'messages', account: account(), number: step.message.number, value }
    webhooks.add(change)
    const { seed, doubled_rate: doubled } = state.dials
    if (chanceOf(seed, `doubled ${step.status}`, step.message.wamid) < doubled) webhooks.add(change)
  })

  return {
    start(message) {
      if (state.webhookOf(message.number) === undefined) return
      const steps = stepsOf(message, state, Date.now())
      const { seed, disorder_rate: disorder } = state.dials
      const isDisordered = chanceOf(seed, 'disorder', message.wamid) < disorder
      const order = isDisordered ? steps.toReversed() : steps
      for (const [index, step] of order.entries()) {
        const due = steps[index]?.atMs ?? step.atMs
        queue.add(step, (due - Date.now()) * pace)
      }
    },
    stop: () => queue.stop(),
  }
}

/** The last status that will be reported for this number, apart from reads. */
export function endOf(to: string, { seed, soft_bounce_rate: failed, delivered_rate: delivered }: WhatsappDials): End {
  if (chanceOf(seed, 'failed', to) < failed) return 'bounced'
  return chanceOf(seed, 'delivered', to) < delivered ? 'delivered' : 'sent'
}

function stepsOf(message: Accepted, { dials }: WhatsappState, nowMs: number): Step[] {
  const { seed } = dials
  const chance = (what: string) => chanceOf(seed, what, message.to)
  const sentAt = nowMs + spanOf(seed, 'sent after', message.to, SENT_AFTER_MS)
  const deliveredAt = sentAt + spanOf(seed, 'delivered after', message.to, DELIVERED_AFTER_MS)
  const readAt = deliveredAt + spanOf(seed, 'read after', message.to, READ_AFTER_MS)
  const steps: Step[] = [{ message, status: 'sent', atMs: sentAt }]
  const end = endOf(message.to, dials)
  if (end === 'bounced') return [...steps, { message, status: 'failed', atMs: deliveredAt }]
  if (end === 'sent') return steps
  const isRead = chance('read') < dials.open_rate
  const isSkipped = isRead && chance('skipped') < SKIPPED_DELIVERED
  if (!isSkipped) steps.push({ message, status: 'delivered', atMs: deliveredAt })
  if (isRead) steps.push({ message, status: 'read', atMs: readAt })
  return steps
}

function statusValue({ message, status, atMs }: Step): Record<string, unknown> {
  const { wamid, to, number, callbackData } = message
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number, phone_number_id: number },
    statuses: [
      {
        id: wamid,
        status,
        timestamp: String(Math.floor(atMs / 1000)),
        recipient_id: to,
        ...(callbackData !== undefined && { biz_opaque_callback_data: callbackData }),
        ...(status === 'failed' && {
          errors: [{ ...failureJson(FAILURES.undeliverable), title: 'Message undeliverable' }],
        }),
        ...(status !== 'failed' && {
          pricing: { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' },
        }),
      },
    ],
  }
}

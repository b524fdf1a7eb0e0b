import { dialForm, dialPanel, seedPanel } from '../../../page/dial-panel.ts'
import { dialRows, temporaryFailures } from '../../../page/dial-rows.ts'
import type { Html } from '../../../page/html.ts'
import type { RazorpayDials } from '../dials.ts'

const ANSWERS = dialRows({
  latency_ms: { label: 'Latency', help: 'Delay before each response.', most: 20_000 },
  throttle_rate: temporaryFailures('429.'),
  error_rate: temporaryFailures('500, and nothing was done.'),
  blind_rate: { label: 'Lost answers', help: '502, although everything was done.' },
})
const CHARGES = dialRows({
  fail_next: { label: 'Failed charges', help: 'Renewals that are declined. Four in a row halt.', most: 20 },
  refund_fail_next: { label: 'Failed refunds', help: 'Accepted first, then reported as failed.', most: 20 },
})
const WEBHOOKS = dialRows({
  late_ms: { label: 'Late', help: 'Delay before each webhook.', most: 60_000 },
  doubled_rate: { label: 'Doubled', help: 'Sent twice, with the same event ID.' },
  disorder_rate: { label: 'Out of order', help: 'Webhooks of one step arrive backwards.' },
  lost_rate: { label: 'Lost', help: 'Never sent.' },
  forged_rate: { label: 'Forged', help: 'A stranger sends one first, with a wrong signature.' },
})
const CHANCE = 'Which calls and webhooks are hit.'

/** The dials. `id` distinguishes them from others on the same page. */
export function razorpayDials(dials: Readonly<RazorpayDials>, id: string): Html {
  const common = { dials, idPrefix: `${id}-` }
  return dialForm(id, '/api/faults/razorpay', [
    dialPanel({ ...common, title: 'Payments: answers', unit: 'share of calls', rows: ANSWERS }),
    dialPanel({ ...common, title: 'Payments: charges', unit: 'number of the next ones', rows: CHARGES }),
    dialPanel({ ...common, title: 'Payments: webhooks', unit: 'share of webhooks', rows: WEBHOOKS }),
    seedPanel(dials.seed, CHANCE, common.idPrefix),
  ])
}

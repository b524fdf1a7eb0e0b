import type { DialRow } from './dial-panel.ts'

// The dials of each channel, and what each one does there. Most have the same label on every channel.

const LABELS: Readonly<Record<string, string>> = {
  latency_ms: 'Latency',
  throttle_rate: 'Throttling',
  error_rate: 'Passing errors',
  soft_bounce_rate: 'Soft bounces',
  hard_bounce_rate: 'Hard bounces',
  open_rate: 'Opens',
  click_rate: 'Clicks',
  complaint_rate: 'Complaints',
  doubled_rate: 'Doubled reports',
  disorder_rate: 'Reports out of order',
}

/** Explanations by name of the dial; with a label if the channel has its own. */
type Helps = Readonly<Record<string, string | Omit<DialRow, 'name'>>>

/** The dials in the panel's order. */
export function dialRows(helps: Helps): readonly DialRow[] {
  return Object.entries(helps).map(([name, help]) =>
    typeof help === 'string' ? { name, label: LABELS[name] ?? name, help } : { name, ...help },
  )
}

/** The explanation of a temporary error. */
export function temporaryFailures(answer: string): string {
  return `${answer} A retry may get through.`
}

export const REPORTS_SENT_TWICE = 'Reports are sent twice.'
export const BACKWARDS = 'Reports arrive out of order.'

export const MAIL_ANSWERS = dialRows({
  latency_ms: 'Delay before each response.',
  throttle_rate: temporaryFailures('450 or 421, “too many messages”.'),
  error_rate: temporaryFailures('451, “temporary failure”.'),
})
export const BOUNCES = dialRows({
  soft_bounce_rate: 'The mailbox is full: 5.2.2.',
  hard_bounce_rate: 'There is no such mailbox: 5.1.1.',
})
export const READERS = dialRows({
  open_rate: 'Images are loaded, as in an email app.',
  click_rate: 'One visible link on this machine is clicked.',
  complaint_rate: 'The message is reported as spam.',
})
export const SES_REPORTS = dialRows({
  doubled_rate: 'SNS sends notifications twice.',
  disorder_rate: BACKWARDS,
})

export const SMS = dialRows({
  latency_ms: 'Delay before each response.',
  throttle_rate: temporaryFailures('429 with Retry-After.'),
  error_rate: temporaryFailures('503, at Karix without JSON.'),
  soft_bounce_rate: { label: 'Unreachable phones', help: 'Taken, then reported as not delivered.' },
  hard_bounce_rate: { label: 'Unknown numbers', help: 'Taken, then reported as unknown to the network.' },
  doubled_rate: REPORTS_SENT_TWICE,
  disorder_rate: BACKWARDS,
})

export const WEB_PUSH = dialRows({
  latency_ms: 'Delay before each response.',
  throttle_rate: temporaryFailures('429 with Retry-After.'),
  error_rate: temporaryFailures('503.'),
  hard_bounce_rate: { label: 'Dead subscriptions', help: '410: the subscription has ended.' },
  click_rate: 'The notification is clicked.',
  complaint_rate: { label: 'Dismissals', help: 'The notification is dismissed.' },
  doubled_rate: 'The worker reports delivery twice.',
  disorder_rate: 'The click is reported before delivery.',
})

export const MOBILE_PUSH = dialRows({
  latency_ms: 'Delay before each response.',
  throttle_rate: temporaryFailures('429, at Firebase with Retry-After.'),
  error_rate: temporaryFailures('503.'),
  hard_bounce_rate: { label: 'Removed apps', help: 'UNREGISTERED at Firebase, 410 at Apple.' },
  click_rate: { label: 'Taps', help: 'It is tapped, and its address opens in the browser.' },
  doubled_rate: 'The app reports everything twice.',
  disorder_rate: 'The tap is reported before delivery.',
})

export const SIGN_ON = dialRows({
  latency_ms: 'Delay for tokens, keys and user details.',
  error_rate: '503, “temporarily_unavailable”. The sign-in page works.',
})

import type { DialRow } from './dial-panel.ts'

// Which dials a channel has, and what each does there: most are called alike everywhere.

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

/** What a dial does, by its name; with a label where the channel has a word of its own. */
type Helps = Readonly<Record<string, string | Omit<DialRow, 'name'>>>

/** The dials in the order of the panel. */
export function dialRows(helps: Helps): readonly DialRow[] {
  return Object.entries(helps).map(([name, help]) =>
    typeof help === 'string' ? { name, label: LABELS[name] ?? name, help } : { name, ...help },
  )
}

/** What a provider refuses for a while. */
export function passing(answer: string): string {
  return `${answer} A retry may get through.`
}

export const TWICE = 'The same report comes twice.'
export const BACKWARDS = 'The end is reported before the beginning.'

export const MAIL_ANSWERS = dialRows({
  latency_ms: 'Every message is answered this much later.',
  throttle_rate: passing('450 or 421, “too many messages”.'),
  error_rate: passing('451, “temporary failure”.'),
})
export const BOUNCES = dialRows({
  soft_bounce_rate: 'The mailbox is full: 5.2.2.',
  hard_bounce_rate: 'There is no such mailbox: 5.1.1.',
})
export const READERS = dialRows({
  open_rate: 'Images are loaded, as a mail program does.',
  click_rate: 'One visible link on this machine is followed.',
  complaint_rate: 'The message is reported as spam.',
})
export const SES_REPORTS = dialRows({
  doubled_rate: 'SNS brings the same notification twice.',
  disorder_rate: BACKWARDS,
})

export const SMS = dialRows({
  latency_ms: 'The provider answers this much later.',
  throttle_rate: passing('429 with Retry-After.'),
  error_rate: passing('503, at Karix without JSON.'),
  soft_bounce_rate: { label: 'Unreachable phones', help: 'Taken, then reported as not delivered.' },
  hard_bounce_rate: { label: 'Unknown numbers', help: 'Taken, then reported as unknown to the network.' },
  doubled_rate: TWICE,
  disorder_rate: BACKWARDS,
})

export const WEB_PUSH = dialRows({
  latency_ms: 'The push service answers this much later.',
  throttle_rate: passing('429 with Retry-After.'),
  error_rate: passing('503.'),
  hard_bounce_rate: { label: 'Dead subscriptions', help: '410: the browser has given it up.' },
  click_rate: 'The notification is clicked.',
  complaint_rate: { label: 'Dismissals', help: 'It is waved away.' },
  doubled_rate: 'A worker says twice that it was shown.',
  disorder_rate: 'The click is told before the arrival.',
})

export const MOBILE_PUSH = dialRows({
  latency_ms: 'Firebase and Apple answer this much later.',
  throttle_rate: passing('429, at Firebase with Retry-After.'),
  error_rate: passing('503.'),
  hard_bounce_rate: { label: 'Removed apps', help: 'UNREGISTERED at Firebase, 410 at Apple.' },
  click_rate: { label: 'Taps', help: 'It is tapped, and its address opens in the browser.' },
  doubled_rate: 'The app tells the same twice.',
  disorder_rate: 'The tap is told before the arrival.',
})

export const SIGN_ON = dialRows({
  latency_ms: 'Tokens, keys and user details are answered this much later.',
  error_rate: '503, “temporarily_unavailable”. The page for people works.',
})

import type { DialRow } from './dial-panel.ts'

// Which dials a channel has, and what each does there.

export const MAIL_ANSWERS: readonly DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Every message is answered this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '450 or 421, “too many messages”. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '451, “temporary failure”. A retry may get through.' },
]
export const BOUNCES: readonly DialRow[] = [
  { name: 'soft_bounce_rate', label: 'Soft bounces', help: 'The mailbox is full: 5.2.2.' },
  { name: 'hard_bounce_rate', label: 'Hard bounces', help: 'There is no such mailbox: 5.1.1.' },
]
export const READERS: readonly DialRow[] = [
  { name: 'open_rate', label: 'Opens', help: 'Images are loaded, as a mail program does.' },
  { name: 'click_rate', label: 'Clicks', help: 'One visible link on this machine is followed.' },
  { name: 'complaint_rate', label: 'Complaints', help: 'The message is reported as spam.' },
]
export const SES_REPORTS: readonly DialRow[] = [
  { name: 'doubled_rate', label: 'Doubled reports', help: 'SNS brings the same notification twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The end is reported before the beginning.' },
]

export const SMS: readonly DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Karix and Twilio answer this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429 with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503, at Karix without JSON. A retry may get through.' },
  { name: 'soft_bounce_rate', label: 'Unreachable phones', help: 'Taken, then reported as not delivered.' },
  { name: 'hard_bounce_rate', label: 'Unknown numbers', help: 'Taken, then reported as unknown to the network.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'The same report comes twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The end is reported before the beginning.' },
]

export const WEB_PUSH: readonly DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'The push service answers this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429 with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503. A retry may get through.' },
  { name: 'hard_bounce_rate', label: 'Dead subscriptions', help: '410: the browser has given it up.' },
  { name: 'click_rate', label: 'Clicks', help: 'The notification is clicked.' },
  { name: 'complaint_rate', label: 'Dismissals', help: 'It is waved away.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'A worker says twice that it was shown.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The click is told before the arrival.' },
]

export const MOBILE_PUSH: readonly DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Firebase and Apple answer this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429, at Firebase with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503. A retry may get through.' },
  { name: 'hard_bounce_rate', label: 'Removed apps', help: 'UNREGISTERED at Firebase, 410 at Apple.' },
  { name: 'click_rate', label: 'Taps', help: 'It is tapped, and its address opens in the browser.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'The app tells the same twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The tap is told before the arrival.' },
]

export const SIGN_ON: readonly DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Tokens, keys and user details are answered this much later.' },
  { name: 'error_rate', label: 'Passing errors', help: '503, “temporarily_unavailable”. The page for people works.' },
]

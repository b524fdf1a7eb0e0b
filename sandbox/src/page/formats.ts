import { html, type Html } from './html.ts'

// Formats in English. Times are rendered in the sandbox's zone; `assets/times.js` converts them to the browser's.

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const number = new Intl.NumberFormat('en-US')

/** "9:30 AM" for today, "Jan 15" otherwise; the tooltip shows the full time with its zone. */
export function timeOf(atMs: number, nowMs: number): Html {
  const at = new Date(atMs)
  const short = (at.toDateString() === new Date(nowMs).toDateString() ? timeOfDay : dayOfYear).format(atMs)
  return html`<time datetime="${at.toISOString()}" title="${full.format(atMs)}">${short}</time>`
}

/** "Jan 15, 2027, 9:30:12 AM GMT+1" */
export function fullTime(atMs: number): Html {
  return html`<time datetime="${new Date(atMs).toISOString()}" data-full>${full.format(atMs)}</time>`
}

/** "12,482" */
export function count(value: number): string {
  return number.format(value)
}

/** "1 message", "12,482 messages" */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** "840 bytes", "14.6 KB", "2.1 MB" */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

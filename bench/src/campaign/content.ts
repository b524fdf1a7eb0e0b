/** A typical newsletter of a shop: 15 KB of HTML, ten merge fields, five links. */
import type { EmailContent } from '@notifly/server/channels/email/email'

const HTML_BYTES = 15_000
const CELL = 'padding:12px 24px;font:14px/1.6 Helvetica,Arial,sans-serif;color:#3c4043'
const FILLER = ': made with care, sent within a day, taken back for thirty days, whatever the reason.'
const BUTTON = 'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b57d0;color:#ffffff'

/** The ten fields of every contact of the bench. */
export const MERGE_FIELDS = [
  'first_name',
  'last_name',
  'city',
  'plan',
  'points',
  'birthday',
  'shop',
  'agent',
  'code',
  'colour',
] as const

export const CONTENT: EmailContent = {
  subject: '{{ first_name }}, your week at {{ shop }}',
  html: newsletter(HTML_BYTES),
}

/** A hand-written newsletter of about `bytes`. A `filler` with fewer words makes the text part smaller, since that repeats them. */
export function newsletter(bytes: number, filler = FILLER): string {
  const head =
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Your week</title></head>\n' +
    '<body style="margin:0;background:#f6f8fc"><table role="presentation" width="100%"><tr><td align="center">\n' +
    '<table role="presentation" width="600" style="background:#ffffff">\n'
  const rows = [
    row('Dear {{ first_name }} {{ last_name }}, here is what is new in {{ city }} this week.'),
    row('You are on the {{ plan }} plan and have {{ points }} points.'),
    row(`${link('account', 'See your account')} and ${link('points', 'spend your points')}.`),
    row('On your birthday, {{ birthday }}, something waits for you at {{ shop }}.'),
    row(`${link('week', 'This week')}, ${link('offers', 'all offers')}, ${link('help', 'help')}.`),
    row('Yours, {{ agent }}. Your code is {{ code }}, your colour {{ colour }}.'),
  ]
  const foot = row('<a href="{{ unsubscribe_url }}">Unsubscribe</a>') + '</table></td></tr></table></body></html>\n'
  let filling = ''
  for (let no = 1; head.length + rows.join('').length + filling.length + foot.length < bytes; no++) {
    filling += row(`Product ${no}${filler}`)
  }
  return head + rows.slice(0, 3).join('') + filling + rows.slice(3).join('') + foot
}

function row(content: string): string {
  return `<tr><td style="${CELL}">${content}</td></tr>\n`
}

function link(page: string, words: string): string {
  return `<a href="https://shop.example/${page}?from=mail" style="${BUTTON}">${words}</a>`
}

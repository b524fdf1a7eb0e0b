/** The trail's sentences in English; the dashboard words them itself from kind and values. */
import type { TRAIL_KINDS, TrailEvent } from '@notifly/contracts/deliveries'
import { isUnreachable } from '../../channels/network-reasons.ts'
import { providerReasonNumber, reasonOf } from '../../delivery/reasons.ts'

export type TrailValues = Record<string, string | number>
type Kind = (typeof TRAIL_KINDS)[number]

interface Told {
  kind: Kind
  source: TrailEvent['source']
  values: TrailValues
  bot: boolean
}

/** One sentence. */
export function trailText({ kind, source, values, bot }: Told): string {
  const said = source === 'recipient' && kind === 'delivered' ? SHOWN_THERE : sentence(kind, values)
  return bot ? `${said} By a machine, so it does not count.` : said
}

const SHOWN_THERE = 'Delivered, as the device reports.'

function sentence(kind: Kind, values: TrailValues): string {
  const because = reasonSentenceOf(values['reason'])
  const nth = `attempt ${values['attempt'] ?? 1}`
  switch (kind) {
    case 'picked':
      return `Picked for this run from ${values['matched'] ?? 0} contacts.`
    case 'waiting':
      return values['attempt'] === undefined ? 'Waits for its turn.' : `Waits for ${nth}.`
    case 'sent':
      return `Handed over; the server took it at ${nth}.`
    case 'deferred':
      return isUnreached(values['reason'])
        ? `The server could not be reached, at ${nth}; it is tried again.${because}`
        : `The server asked to try again later, at ${nth}.${because}`
    case 'rejected':
      return `The server refused to take any message, at ${nth}.${because}`
    case 'refused':
      return `The message was refused before it left, at ${nth}.${because}`
    case 'in_doubt':
      return `The connection broke before an answer came, at ${nth}. The message may have arrived.`
    case 'render_error':
      return `The message could not be written: "${values['field'] ?? ''}" needs mending.`
    case 'skipped':
      return `Skipped.${because}`
    case 'expired':
      return because === '' ? 'The run ended before the message could leave.' : because.trim()
    case 'cancelled':
      return 'The run was cancelled before the message left.'
    case 'failed':
      return `Given up.${because}`
    default:
      return afterwards(kind, values, because)
  }
}

function afterwards(kind: Kind, values: TrailValues, because: string): string {
  const where = whereOf(values)
  switch (kind) {
    case 'passed_on':
      return 'Passed on, as the provider reports.'
    case 'delivered':
      return 'Delivered, as the provider reports.'
    case 'bounced':
      return `Could not be delivered.${because}`
    case 'complained':
      return 'The recipient marked the message as unwanted. Nothing more is sent to this address.'
    case 'opened':
      return `Opened${where}.`
    case 'clicked':
      return values['action'] === undefined
        ? `Followed ${values['link'] ?? 'a link'}${where}.`
        : `Pressed the button “${values['action']}”${where}.`
    case 'dismissed':
      return `Dismissed${where}.`
    case 'unsubscribed':
      return `Unsubscribed${topicOf(values)} ${wayOf(values)}.`
    default:
      return values['topic'] === undefined
        ? `Subscribed again ${wayOf(values)}.`
        : `Subscribed again to ${values['topic']} on the preference page.`
  }
}

/** Nothing of the message left. */
function isUnreached(reason: string | number | undefined): boolean {
  return typeof reason === 'string' && isUnreachable(reason)
}

function wayOf({ way }: TrailValues): string {
  if (way === 'one_click') return 'with one click in the mail program'
  return way === 'reply' ? 'by a reply' : 'on the preference page'
}

function reasonSentenceOf(name: string | number | undefined): string {
  if (typeof name !== 'string') return ''
  const known = reasonOf(providerReasonNumber(name))
  return known === null ? '' : ` ${known.sentence}`
}

/** What of all the mail was left, where it was not everything. */
function topicOf({ topic }: TrailValues): string {
  return topic === undefined ? '' : ` from ${topic}`
}

function whereOf(values: TrailValues): string {
  const { browser, system } = values
  if (browser !== undefined && system !== undefined) return ` in ${browser} on ${system}`
  if (system !== undefined) return ` on ${system}`
  return browser === undefined ? '' : ` in ${browser}`
}

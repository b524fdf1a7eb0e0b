/** Filters of recipients by what they read with and where their mailboxes are, in the names of dashboards. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { namesOf, READER_PARTS, type ReaderPart } from '../../engine/activity/known-names.ts'
import { domainsOf, MAILBOXES, OTHER } from '../../engine/activity/mailboxes.ts'
import { EVENT } from '../../engine/states.ts'
import { invalidField } from '../../lib/app-error.ts'
import type { DeliveryCondition } from './statuses.ts'

/** Recipients who opened or clicked with one of these. */
export interface UsedCondition {
  part: ReaderPart
  names: readonly string[]
  /** Kinds of events that count. */
  kinds: readonly number[]
}

/** Recipients whose address is at one of these domains, or at any other one. */
export interface DomainCondition {
  domains: readonly string[]
  isRest: boolean
  /** Addresses without a domain, of erased people, are among the others. */
  includesNone: boolean
}

export type UsedFilter = Partial<Record<ReaderPart | 'mailbox' | 'domain', string | undefined>>

/** Throws invalidInput for a name that dashboards do not use. */
export function readUsed(filter: UsedFilter, conditions: readonly DeliveryCondition[] | null): UsedCondition[] {
  const kinds = kindsOf(conditions)
  return READER_PARTS.flatMap(part => {
    const names = readNames(part, filter[part], namesOf(part))
    return names === null ? [] : [{ part, names, kinds }]
  })
}

/** A dashboard counts opens and clicks apart: a list of people who opened is about their opens, one of people who clicked about their clicks. */
function kindsOf(conditions: readonly DeliveryCondition[] | null): readonly number[] {
  const [only, ...others] = conditions ?? []
  if (only?.kind === 'engagement' && others.length === 0) {
    if (only.name === 'opened') return [EVENT.opened]
    if (only.name === 'clicked') return [EVENT.clicked]
  }
  return [EVENT.opened, EVENT.clicked]
}

export function readDomains({ mailbox, domain }: UsedFilter): DomainCondition[] {
  const mailboxes = readNames('mailbox', mailbox, MAILBOXES)
  return [
    ...(mailboxes === null ? [] : [domainsOfMailboxes(mailboxes)]),
    ...(domain === undefined || domain.trim() === '' ? [] : [{ ...splitRest(domain), includesNone: true }]),
  ]
}

function domainsOfMailboxes(mailboxes: readonly string[]): DomainCondition {
  const isRest = mailboxes.includes(OTHER)
  const named = isRest ? MAILBOXES.filter(name => !mailboxes.includes(name)) : mailboxes
  return { domains: named.flatMap(domainsOf), isRest, includesNone: false }
}

function splitRest(text: string): Pick<DomainCondition, 'domains' | 'isRest'> {
  const isRest = text.startsWith('-')
  const parts = (isRest ? text.slice(1) : text).split(',')
  return { isRest, domains: parts.map(part => part.trim().toLowerCase()) }
}

/** Names separated by commas; after a minus sign, all others that are known. Null for no filter. */
function readNames(field: string, text: string | undefined, known: readonly string[]): readonly string[] | null {
  if (text === undefined || text.trim() === '') return null
  const isRest = text.startsWith('-')
  const names = (isRest ? text.slice(1) : text).split(',').map(part => part.trim())
  const stranger = names.find(name => !known.includes(name))
  if (stranger !== undefined) throw invalidField(field, sentence('campaigns.noName', { name: stranger.slice(0, 40) }))
  return isRest ? known.filter(name => !names.includes(name)) : names
}

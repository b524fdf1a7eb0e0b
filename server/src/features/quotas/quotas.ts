/**
 * Front door of quotas: limits per application, so that one tenant cannot fill the installation. The operator sets them
 * (docs/operating.md). A write checks before it does its work; concurrent writes may exceed a quota by what they add, and nothing is ever
 * deleted because of it.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { demandContacts } from '../usage/usage.ts'
import {
  type Counted,
  countNewFields,
  selectLargest,
  selectUsed,
  type UseRow,
  usesOf,
  usesOfMinute,
} from './queries.ts'

interface Asking {
  deps: Pick<Deps, 'config'>
  db: Db
  actor: { applicationId: string }
  /** A person adds themselves, on a form or a site: that their sender pays for fewer people is not held against them. */
  isVisitor?: boolean
}

/**
 * Throws quotaReached, in a sentence with the numbers, if the application has no room for that many more. A quota of 0 means no limit. For
 * contacts, the organization's plan has a limit as well.
 */
export async function assertRoom(
  { deps, db, actor, isVisitor = false }: Asking,
  what: Counted,
  adding = 1,
): Promise<void> {
  if (adding <= 0) return
  if (what === 'contacts' && !isVisitor) await demandContacts(deps, db, actor.applicationId, adding)
  const limit = deps.config.quotas[what]
  if (limit === 0) return
  const used = await selectUsed(db, actor.applicationId, what)
  if (used + adding > limit) throw new AppError('quotaReached', wordsOf(what, { limit, used, adding }))
}

/** How much room the application has left, in the quota's unit, and the error for what exceeds it. */
export async function roomFor(
  { deps, db, actor }: Asking,
  what: Counted,
): Promise<{ left: number; refusal: (adding: number) => AppError }> {
  const limit = deps.config.quotas[what]
  const used = limit === 0 ? 0 : await selectUsed(db, actor.applicationId, what)
  const refusal = (adding: number) => new AppError('quotaReached', wordsOf(what, { limit, used, adding }))
  return { left: limit === 0 ? Infinity : limit - used, refusal }
}

/** Like demandRoom, for the bytes of a content stored as JSON that replaces another. */
export async function assertContentRoom(asking: Asking, content: unknown, replaced?: unknown): Promise<void> {
  await assertRoom(asking, 'bytes', jsonBytes(content) - (replaced === undefined ? 0 : jsonBytes(replaced)))
}

function jsonBytes(content: unknown): number {
  return Buffer.byteLength(JSON.stringify(content))
}

/** The same for merge fields of contacts, some of which the application may already have. */
export async function assertFields(asking: Asking, fields: readonly { name: string }[]): Promise<void> {
  if (fields.length === 0) return
  const names = fields.map(({ name }) => name)
  await assertRoom(asking, 'fields', await countNewFields(asking.db, asking.actor.applicationId, names))
}

interface Numbers {
  limit: number
  used: number
  adding: number
}

function wordsOf(what: Counted, { limit, used, adding }: Numbers): Sentence {
  switch (what) {
    case 'bytes':
      return sentence('quotas.bytes', {
        limit: megabytes(limit),
        used: megabytes(used),
        adding: megabytes(adding),
      })
    case 'campaigns':
      return sentence('quotas.campaigns', { limit })
    case 'contacts':
      return sentence('quotas.contacts', { limit, used, adding })
    case 'events':
      return sentence('quotas.events', { limit: megabytes(limit) })
    case 'event_names':
      return sentence('quotas.eventNames', { limit })
    case 'event_properties':
      return sentence('quotas.eventProperties', { limit })
    case 'fields':
      return sentence('quotas.fields', { limit, used, adding })
    case 'keys':
      return sentence('quotas.keys', { limit })
    case 'requests':
      return sentence('quotas.requests', { limit })
    case 'segments':
      return sentence('quotas.segments', { limit })
    case 'templates':
      return sentence('quotas.templates', { limit })
  }
}

/** With one decimal. */
function megabytes(bytes: number): number {
  return Math.round(bytes / 104_857.6) / 10
}

/** An application that is at a quota or close to it. */
export interface QuotaUse extends UseRow {
  what: Counted | 'messages'
  limit: number
}

const NEAR = 0.8
const SHOWN_MAX = 50

/** For each quota, the 50 applications that use most of it. */
export async function usesNearQuotas(deps: Pick<Deps, 'config' | 'database' | 'clock'>): Promise<QuotaUse[]> {
  const { config, database, clock } = deps
  const near: QuotaUse[] = []
  const limits = { ...config.quotas, messages: config.messagesPerMinute }
  for (const [what, limit] of Object.entries(limits) as [QuotaUse['what'], number][]) {
    if (limit === 0) continue
    const uses = what === 'messages' ? usesOfMinute(clock.now()) : usesOf(what)
    const rows = await selectLargest(database.kysely, uses, limit * NEAR, SHOWN_MAX)
    near.push(...rows.map(row => ({ ...row, what, limit })))
  }
  return near
}

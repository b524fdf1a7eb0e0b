/** Breakdowns of what was sent: by destination, by reason of failure, and by device or mail program. */
import { percentOf, standingOf } from '@notifly/contracts/dashboards/figures'
import type { FailedReason, MailboxFigures, UsedSlice } from '@notifly/contracts/dashboards/parts'
import { english } from '@notifly/contracts/sentences/english'
import { reasonOf } from '../../engine/reasons.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type DetailKind, type DetailSums, selectDetails } from './detail-queries.ts'
import type { Asked } from './range.ts'

export type Details = Record<DetailKind, DetailSums[]>

export async function readDetails(db: Db, { source, days }: Asked, kinds: readonly DetailKind[]): Promise<Details> {
  const rows = await selectDetails(db, source, days.starts, kinds)
  const of = (kind: DetailKind) => rows.filter(row => row.kind === kind)
  return {
    browser: of('browser'),
    system: of('system'),
    device: of('device'),
    mailbox: of('mailbox'),
    reason: of('reason'),
  }
}

/** Who opened or clicked with which program; `shown` is what the pie counts. Largest first. */
export function presentUsed(rows: readonly DetailSums[], shown: 'opened' | 'clicked'): UsedSlice[] {
  return rows
    .filter(({ opened, clicked }) => opened > 0 || clicked > 0)
    .map(row => ({ name: row.name, count: row[shown], opened: row.opened, clicked: row.clicked }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** Most frequent first. */
export function presentFailures(rows: readonly DetailSums[]): FailedReason[] {
  return rows
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed - a.failed)
    .map(({ name, failed }) => {
      const reason = reasonOf(Number(name))
      return {
        reason: reason?.name ?? 'unknown',
        reason_text: reason === null ? '' : english(reason.sentence),
        reason_text_sentence: reason?.sentence ?? null,
        count: failed,
      }
    })
}

/** Largest first. */
export function presentMailboxes(rows: readonly DetailSums[]): MailboxFigures[] {
  return rows
    .filter(({ sent }) => sent > 0)
    .sort((a, b) => b.sent - a.sent || (a.name < b.name ? -1 : 1))
    .map(({ name, sent, bounced, complained, opened, clicked }) => ({
      name,
      sent,
      bounced,
      complained,
      opened,
      clicked,
      bounce_rate: percentOf(bounced, sent),
      complaint_rate: percentOf(complained, sent),
      open_rate: percentOf(opened, sent - bounced),
      standing: standingOf({ sent, complained }),
    }))
}

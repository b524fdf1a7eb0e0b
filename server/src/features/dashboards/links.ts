/**
 * Links of a range with their clicks. Those of a year are many thousands: they are read beside the rest of a dashboard, and a section that
 * is still being read says so.
 */
import type { LinkClicks } from '@notifly/contracts/dashboards/parts'
import { listRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import type { Log } from '../../lib/log.ts'
import { selectLinks, TOP_MAX } from './queries.ts'
import { type Asked, rangeText } from './range.ts'
import { FRESH_MS } from './with-time-limit.ts'

export function readLinks(db: Db, { source, days }: Asked): Promise<LinkClicks[]> {
  return selectLinks(db, source, days.starts, TOP_MAX)
}

/** Starts to read them. Null, and logged, where they could not be read. */
export function createTopLinks(db: Db, clock: Clock, log: Log): (asked: Asked) => Promise<LinkClicks[] | null> {
  const kept = createKeptCounts<LinkClicks[]>(FRESH_MS, { nowMs: () => clock.now().getTime(), tellsFailures: true })
  return asked => {
    const { applicationId, channel, campaignId } = asked.source
    const key = [applicationId, channel, campaignId, rangeText(asked.days), asked.days.timezone].join(' ')
    return kept({ key }, () => listRead(db, applicationId, tx => readLinks(tx, asked))).catch((error: unknown) => {
      log.warn({ err: error }, 'the links of a dashboard could not be read')
      return null
    })
  }
}

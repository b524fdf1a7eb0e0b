/** What all dashboards share: sums of the range and of its days, campaigns and links, and the period before. */
import { addCounts, type Counts, NO_COUNTS, ratesOf } from '@notifly/contracts/dashboards/figures'
import type { CampaignFigures, DayCounts, Figures, Point } from '@notifly/contracts/dashboards/parts'
import type { Db } from '../../db/schema/tables.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { runStatus } from '../runs/runs.ts'
import { readGoals } from './goals.ts'
import {
  type CampaignSums,
  type Kind,
  type KindSums,
  selectDays,
  selectLastMoment,
  selectParts,
  selectStanding,
  TOP_MAX,
} from './queries.ts'
import { type Asked, datesOf, dayAt, type Days, daysEnding, joined } from './range.ts'

export interface Period {
  days: Days
  daily: DayCounts[]
  totals: Figures
}

export interface Read {
  asked: Asked
  current: Period
  /** Null unless requested. */
  previous: Period | null
}

/** Reads in a transaction of its own, when the application has a place for it. A dashboard that takes long reads its two halves at a time. */
export type Reader = <T>(read: (tx: Db) => Promise<T>) => Promise<T>

export const loaded = <Data>(data: Data) => ({ data, is_loaded: true })

/** The sums that all other figures are computed from. */
export async function readPeriods(db: Db, asked: Asked): Promise<Read> {
  const { source, days, before } = asked
  if (before === null) return { asked, current: periodOf(days, await readDaily(db, source, days)), previous: null }
  // Read together, so that a run within both is treated alike.
  const all = await readDaily(db, source, joined(before, days))
  return {
    asked,
    current: periodOf(days, all.slice(before.count)),
    previous: periodOf(before, all.slice(0, before.count)),
  }
}

/** One entry for each day, including days on which nothing was sent. */
export async function readDaily(db: Db, source: Asked['source'], days: Days): Promise<DayCounts[]> {
  const found = new Map((await selectDays(db, source, days.starts)).map(({ day, ...counts }) => [day, counts]))
  return datesOf(days).map((date, day) => ({ date, ...(found.get(day) ?? NO_COUNTS) }))
}

function periodOf(days: Days, daily: DayCounts[]): Period {
  return { days, daily, totals: figuresOf(addCounts(daily)) }
}

export function figuresOf(counts: Counts): Figures {
  return { ...counts, ...ratesOf(counts) }
}

export function rangeOf({ first, last }: Days): { from: string; to: string } {
  return { from: first.toString(), to: last.toString() }
}

/** One value for each day. */
export function pointsOf(daily: readonly DayCounts[], valueOf: (day: DayCounts) => number | null): Point[] {
  return daily.map(day => ({ date: day.date, count: valueOf(day) }))
}

/** The cards of SMS and of mobile push. */
export function messageCardsOf({ totals }: Period) {
  const { sent, delivered, failed, clicked, delivery_rate } = totals
  return { sent, delivered, failed, clicked, delivery_rate }
}

/** The lines of a chart, each with a value for every day. */
export function linesOf(daily: readonly DayCounts[], lines: readonly (readonly [name: string, count: keyof Counts])[]) {
  return lines.map(([name, count]) => ({ name, points: pointsOf(daily, day => day[count]) }))
}

/** The sums of the range, and what all dashboards show of it. */
export async function readFrame(db: Db, asked: Asked) {
  const read = await readPeriods(db, asked)
  return { ...read, frame: await frameOf(db, read) }
}

/** All but the links, which are read beside it: see links.ts. */
export async function frameOf(db: Db, { asked, current }: Read, parts?: Parts) {
  const { source, days, campaign } = asked
  const hasData = current.totals.sent > 0 || current.totals.failed > 0
  const { is_sending, has_goals } = await selectStanding(db, source)
  const goals = hasData && has_goals ? await readGoals(db, asked) : undefined
  return {
    range: { ...rangeOf(days), days: days.count, timezone: days.timezone },
    campaign,
    has_data: hasData,
    last_data: hasData ? null : await lastData(db, asked),
    is_sending,
    totals: loaded(current.totals),
    daily: loaded(current.daily),
    ...(goals !== undefined && { goals: loaded(goals) }),
    top_campaigns: loaded(hasData ? (parts ?? (await readParts(db, asked))).campaigns : []),
  }
}

/** The latest range of the same length that has any figures. */
async function lastData(db: Db, { source, days }: Asked) {
  const last = await selectLastMoment(db, source)
  return last === null ? null : rangeOf(daysEnding(dayAt(last, days.timezone), days.count, days.timezone))
}

/** The top campaigns, and the counts of each kind of message if one was asked for. */
export interface Parts {
  campaigns: CampaignFigures[]
  kinds: KindSums[]
}

export async function readParts(db: Db, { source, days, now }: Asked, kind?: Kind): Promise<Parts> {
  const { campaigns, kinds } = await selectParts(db, source, days.starts, { limit: TOP_MAX, kind })
  return { campaigns: campaigns.map(row => presentCampaign(row, now)), kinds }
}

export function presentCampaign(row: CampaignSums, now: Date): CampaignFigures {
  const { campaign_id, run_id, runs, name, state, opens_at, last, ...counts } = row
  return {
    uuid: campaign_id,
    run_uuid: run_id,
    runs,
    name,
    status: runStatus(state, opens_at, now),
    last_sent_on: epochSeconds(last),
    ...figuresOf(counts),
  }
}

/** `previous` of all dashboards. */
export function previousFrameOf({ days, totals, daily }: Period) {
  return { range: rangeOf(days), totals, daily }
}

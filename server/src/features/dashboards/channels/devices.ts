/**
 * Users and devices of push channels. Counting those of a large application takes longer than its dashboard may: counts are cached, and a
 * section whose count is still running says so.
 */
import type { Slice } from '@notifly/contracts/dashboards/parts'
import type { PromptSubscriptions } from '@notifly/contracts/dashboards/push'
import { PROMPT_TYPES } from '@notifly/contracts/web-push/prompts'
import { listRead } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createKeptCounts } from '../../../lib/kept-counts.ts'
import {
  countByPrompt,
  countChanges,
  countDevices,
  countUsers,
  type DeviceChange,
  type PushChannel,
} from './device-queries.ts'
import { rangeOf } from '../frame.ts'
import { datesOf, dayAt, type Days, daysEnding } from '../range.ts'
import { FRESH_MS } from '../with-time-limit.ts'

const ACTIVE_DAYS = 30
const VERSIONS_MAX = 20

export interface Users {
  total_users: number
  active_users: number
}

export interface Subscriptions {
  gained: number
  lost: number
  points: { date: number; gained: number; lost: number }[]
  lost_by: Slice[]
  /** Of web push. */
  prompts: PromptSubscriptions[]
}

export interface Devices {
  platforms: Slice[]
  versions: Slice[]
}

/** Counts that may be a few seconds old. */
export interface DeviceCounts {
  users(of: PushChannel, now: Date, timezone: string): Promise<Users>
  subscriptions(of: PushChannel, days: Days): Promise<Subscriptions>
  devices(of: PushChannel): Promise<Devices>
}

export function createDeviceCounts(db: Db, clock: Clock): DeviceCounts {
  const keeping = { nowMs: () => clock.now().getTime(), tellsFailures: true }
  const users = createKeptCounts<Users>(FRESH_MS, keeping)
  const changes = createKeptCounts<Subscriptions>(FRESH_MS, keeping)
  const devices = createKeptCounts<Devices>(FRESH_MS, keeping)
  const keyOf = ({ applicationId, channel }: PushChannel, ...parts: string[]): string =>
    [applicationId, channel, ...parts].join(' ')
  return {
    users(of, now, timezone) {
      const { first, starts } = daysEnding(dayAt(now, timezone), ACTIVE_DAYS, timezone)
      const since = { day: first.toString(), moment: starts[0] ?? now }
      return users({ key: keyOf(of) }, () => listRead(db, of.applicationId, tx => countUsers(tx, of, since)))
    },
    subscriptions(of, days) {
      const { from, to } = rangeOf(days)
      return changes({ key: keyOf(of, from, to, days.timezone) }, () =>
        listRead(db, of.applicationId, async tx => {
          const counted = await countChanges(tx, of, days.starts)
          return { ...presentChanges(counted, days), prompts: presentPrompts(counted, await countByPrompt(tx, of)) }
        }),
      )
    },
    devices: of => devices({ key: keyOf(of) }, () => listRead(db, of.applicationId, tx => readDevices(tx, of))),
  }
}

async function readDevices(tx: Db, of: PushChannel): Promise<Devices> {
  const rows = await countDevices(tx, of, VERSIONS_MAX)
  const slicesOf = (wanted: 'platform' | 'version') =>
    rows.filter(({ kind }) => kind === wanted).map(({ name, count }) => ({ name, count }))
  return { platforms: slicesOf('platform'), versions: slicesOf('version') }
}

function presentChanges(changes: readonly DeviceChange[], days: Days): Omit<Subscriptions, 'prompts'> {
  const points = datesOf(days).map(date => ({ date, gained: 0, lost: 0 }))
  const lostBy = new Map<string, number>()
  for (const { day, reason, count } of changes) {
    const point = points[day]
    if (point === undefined) continue
    if (reason === null) point.gained += count
    else {
      point.lost += count
      lostBy.set(reason, (lostBy.get(reason) ?? 0) + count)
    }
  }
  const slices = [...lostBy].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
  const sum = (of: 'gained' | 'lost') => points.reduce((all, point) => all + point[of], 0)
  return { gained: sum('gained'), lost: sum('lost'), points, lost_by: slices }
}

function presentPrompts(
  changes: readonly DeviceChange[],
  alive: readonly { prompt: string | null; count: number }[],
): PromptSubscriptions[] {
  const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
  return [...PROMPT_TYPES, null].flatMap(prompt => {
    const changed = changes.filter(change => change.prompt === prompt)
    const gained = sumOf(changed.filter(({ reason }) => reason === null))
    const lost = sumOf(changed.filter(({ reason }) => reason !== null))
    const subscribed = sumOf(alive.filter(row => row.prompt === prompt))
    return gained + lost + subscribed === 0 ? [] : [{ prompt, gained, lost, subscribed }]
  })
}

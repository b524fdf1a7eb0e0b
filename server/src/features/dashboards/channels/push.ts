/** Dashboards of notifications in browsers and on phones. */
import { percentOf } from '@notifly/contracts/dashboards/figures'
import type { Figures, Line } from '@notifly/contracts/dashboards/parts'
import type { MobilepushDashboard, WebpushDashboard } from '@notifly/contracts/dashboards/push'
import type { Db } from '../../../db/schema/tables.ts'
import type { Log } from '../../../lib/log.ts'
import { presentFailures, presentUsed, readDetails } from '../details.ts'
import type { DeviceCounts } from './devices.ts'
import type { PushChannel } from './device-queries.ts'
import {
  linesOf,
  loaded,
  messageCardsOf,
  type Period,
  pointsOf,
  previousFrameOf,
  type Reader,
  readFrame,
} from '../frame.ts'
import { selectDeviceDays } from '../detail-queries.ts'
import { type Asked, datesOf } from '../range.ts'
import { withTimeLimit } from '../with-time-limit.ts'

/** Counts of a push dashboard besides its sums. */
interface Counting {
  counts: DeviceCounts
  log: Log
}

const DETAILS = ['browser', 'system', 'reason'] as const

export async function readWebpush(
  read: Reader,
  asked: Asked,
  { counts, log }: Counting,
): Promise<Omit<WebpushDashboard, 'top_links'>> {
  const of = { applicationId: asked.source.applicationId, channel: 'webpush' } as const
  const reading = readPush(read, asked)
  // Counted while the sums are read.
  const counting = startCounting(of, asked, { counts, log })
  const { current, previous, details, push } = await reading
  const { users, subscriptions } = await counting
  return {
    ...push,
    static_kpi_data: { ...users, data: users.data && { ...users.data, ...actionsOf(current.totals) } },
    browser_overview: loaded(presentUsed(details.browser, 'clicked')),
    os_overview: loaded(presentUsed(details.system, 'clicked')),
    subscription_overview: subscriptions,
    prompts: { ...subscriptions, data: subscriptions.data && subscriptions.data.prompts },
    failures: loaded(presentFailures(details.reason)),
    ...(previous !== null && {
      previous: { ...previousFrameOf(previous), static_kpi_data: actionsOf(previous.totals) },
    }),
  }
}

export async function readMobilepush(
  read: Reader,
  asked: Asked,
  { counts, log }: Counting,
): Promise<Omit<MobilepushDashboard, 'top_links'>> {
  const of = { applicationId: asked.source.applicationId, channel: 'mobilepush' } as const
  const reading = readPush(read, asked)
  // Counted while the sums are read.
  const counting = startCounting(of, asked, { counts, log })
  const countingDevices = withTimeLimit(counts.devices(of), log)
  const { current, previous, details, push } = await reading
  const { users, subscriptions } = await counting
  const devices = await countingDevices
  const userActions = ({ totals }: Period) => ({ user_actions: actionsOf(totals).user_actions })
  return {
    ...push,
    static_kpi_data: { ...users, data: users.data && { ...users.data, ...userActions(current) } },
    os_overview: loaded(presentUsed(details.system, 'clicked')),
    subscription_overview: subscriptions,
    section_1: loaded(messageCardsOf(current)),
    section_2: loaded(
      linesOf(current.daily, [
        ['sent', 'sent'],
        ['delivered', 'delivered'],
        ['failed', 'failed'],
        ['opened', 'opened'],
        ['clicked', 'clicked'],
      ]),
    ),
    section_3: loaded(presentFailures(details.reason)),
    platforms: { ...devices, data: devices.data && devices.data.platforms },
    app_versions: { ...devices, data: devices.data && devices.data.versions },
    ...(previous !== null && {
      previous: {
        ...previousFrameOf(previous),
        section_1: messageCardsOf(previous),
        static_kpi_data: userActions(previous),
      },
    }),
  }
}

async function startCounting(of: PushChannel, { now, days }: Asked, { counts, log }: Counting) {
  const [users, subscriptions] = await Promise.all([
    withTimeLimit(counts.users(of, now, days.timezone), log),
    withTimeLimit(counts.subscriptions(of, days), log),
  ])
  return { users, subscriptions }
}

/** What both kinds of push show. */
async function readPush(read: Reader, asked: Asked) {
  const [{ current, previous, frame }, { details, lines }] = await Promise.all([
    read(tx => readFrame(tx, asked)),
    read(async tx => ({ details: await readDetails(tx, asked, DETAILS), lines: await readDeviceLines(tx, asked) })),
  ])
  const push = {
    ...frame,
    delivery_open_rate: loaded({
      delivery_rate: pointsOf(current.daily, day => percentOf(day.delivered, day.sent)),
      open_rate: pointsOf(current.daily, day => percentOf(day.opened, day.delivered)),
      click_rate: pointsOf(current.daily, day => percentOf(day.clicked, day.delivered)),
    }),
    device_series: loaded(lines),
  }
  return { current, previous, details, push }
}

/** Most clicked first. */
async function readDeviceLines(db: Db, { source, days }: Asked): Promise<Line[]> {
  const devices = await selectDeviceDays(db, source, days.starts)
  const dates = datesOf(days)
  return devices.map(device => ({
    name: device.name,
    points: dates.map((date, day) => ({ date, count: device.days[day] ?? 0 })),
  }))
}

function actionsOf({ clicked, dismissed, influenced }: Figures) {
  return { user_actions: clicked + dismissed, influenced_open: influenced }
}

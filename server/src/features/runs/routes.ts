import type { Channel } from '@notifly/contracts/applications/applications'
import {
  exportRecipients as exportRecipientsCall,
  listRecipients,
  listRuns as listRunsCall,
  readRun,
  readRunButtons,
  readTrail as readTrailCall,
  watchRun,
  type RunProgress,
} from '@notifly/contracts/runs/deliveries'
import { selectTimezone } from '../../db/application-timezone.ts'
import { listRead } from '../../db/fair-places.ts'
import { rowRangeOf } from '../../db/pages.ts'
import type { Deps } from '../../http/deps.ts'
import { createLiveStreams } from '../../http/live-stream.ts'
import { pagedRoute, rawRoute, route, type Http } from '../../http/route.ts'
import { createTestReads } from './ab-test.ts'
import { createButtonReads } from './buttons.ts'
import { exportRecipients } from './export.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { daysToRange } from '../../lib/time/day-range.ts'
import { type RecipientRow, selectRecipients } from './recipient-queries.ts'
import { presentRecipient, totalOf } from './recipients.ts'
import { olderThanPlan } from '../usage/usage.ts'
import { listRuns, readProgress, readTrail, shownRuns, type WhichRuns } from './runs.ts'
import { createReasonCounts } from './reason-counts.ts'
import { runPanelRoutes } from './panel-routes.ts'
import { readDeliveryFilter, readReasons, readRunFilter } from './statuses.ts'
import { readDomains, readUsed, type UsedFilter } from './used-filter.ts'
import { runFilterOf } from './which.ts'

export function runRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  const reads = { reasonCounts: createReasonCounts(db, deps.clock), readTest: createTestReads(db) }

  pagedRoute(http, listRunsCall, async ({ query, caller: { applicationId } }) => {
    const now = deps.clock.now()
    const isOfCampaign = query.uuid !== undefined && query.from === undefined && query.to === undefined
    const range = isOfCampaign ? null : daysToRange(query, await selectTimezone(db, applicationId), now)
    return listRuns(
      deps,
      {
        applicationId,
        channel: query.notification_type,
        campaignId: query.uuid,
        search: query.search,
        status: readRunFilter(query.status),
        since: range?.since,
        until: range?.until,
        now,
      },
      rowRangeOf(query),
    )
  })

  route(http, readRun, ({ params, caller }) => readProgress(deps, runFilterOf(params, caller), reads))
  const readButtons = createButtonReads(db)
  route(http, readRunButtons, ({ params, caller }) => readButtons(runFilterOf(params, caller)))

  recipientRoutes(http, deps)
  runPanelRoutes(http, deps)
  liveRoute(http, which => readProgress(deps, which, reads))
}

/** Recipients of runs, as far back as the plan shows them. */
function recipientRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listRecipients, async ({ params, query, caller }) => {
    const { runs, reachesTo } = await shownRuns(deps, runFilterOf(params, caller))
    if (runs.length === 0) return { rows: [], total: 0, reachesTo }
    const now = deps.clock.now()
    const { notification_type: channel } = params
    const wanted = { ...filterOf(query, channel, caller, now), runIds: runs.map(run => run.run_id) }
    // The last page of a million, or a search through them, is read past all the others.
    const { rows, total } = await listRead(db, caller.applicationId, async tx => ({
      rows: await selectRecipients(tx, wanted, query.sort, rowRangeOf(query)),
      total: await totalOf(tx, wanted, runs),
    }))
    const startedAt = new Map(runs.map(run => [run.run_id, run.started_at ?? run.opens_at]))
    const present = (row: RecipientRow) =>
      presentRecipient(row, { channel, startedAt: startedAt.get(row.run_id) ?? now, now })
    return { rows: rows.map(present), total, reachesTo }
  })

  route(http, readTrailCall, async ({ params, query, caller }) => {
    const which = runFilterOf(params, caller)
    const trail = await readTrail(deps, which, query.recipient)
    const { runs } = await shownRuns(deps, which)
    if (!runs.some(run => trail.recipient.uuid.startsWith(run.run_id))) throw await olderThanPlan(deps, caller)
    return trail
  })

  rawRoute(http, exportRecipientsCall, async ({ params, query, caller, reply }) => {
    const { runs } = await shownRuns(deps, runFilterOf(params, caller))
    const [first] = runs
    if (first === undefined) throw await olderThanPlan(deps, caller)
    const wanted = filterOf(query, params.notification_type, caller, deps.clock.now())
    return sendCsv(reply, `${first.name} recipients.csv`, exportRecipients(deps, runs, wanted))
  })
}

function liveRoute(http: Http, read: (which: WhichRuns) => Promise<RunProgress>): void {
  const sendLive = createLiveStreams(http)

  rawRoute(http, watchRun, ({ params, caller, ...input }) => {
    const which = runFilterOf(params, caller)
    return sendLive(input, {
      applicationId: which.applicationId,
      key: `${which.channel} ${which.id}`,
      read: () => read(which),
      // The last point of its course is always now; that alone is no news.
      newsOf: ({ over_time: _, ...rest }) => rest,
      hasEnded: ({ ended_on }) => ended_on !== null,
    })
  })
}

interface RecipientFilter extends UsedFilter {
  status?: string | undefined
  search?: string | undefined
  variant?: string | undefined
  reason?: string | undefined
  link?: string | undefined
  open_span?: string | undefined
}

function filterOf(
  { status, search, variant, reason, link, open_span: openSpan, ...used }: RecipientFilter,
  channel: Channel,
  { applicationId }: { applicationId: string },
  now: Date,
) {
  const conditions = readDeliveryFilter(status, channel)
  const numbers = { link: link ? Number(link) : null, openSpan: openSpan ? Number(openSpan) : null }
  const chosen = { variants: readVariants(variant), reasons: readReasons(reason), ...numbers }
  const named = { used: readUsed(used, conditions), domains: readDomains(used) }
  return { applicationId, conditions, ...chosen, ...named, search, now }
}

/** As numbers of variants: 0 is the rest. */
function readVariants(text: string | undefined): number[] | null {
  return text === undefined ? null : text.split(',').map(part => (part === 'rest' ? 0 : Number(part)))
}

import {
  CAMPAIGN_ACTIVITY,
  CAMPAIGN_CALLS,
  type CampaignCalls,
  TEST_CALLS,
  type TestedPlatform,
} from '@notifly/contracts/campaigns/calls'
import { estimateSmsBill } from '@notifly/contracts/sms/sms'
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { readWholeCalendar } from '@notifly/contracts/campaigns/calendar'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, route, setPagingHeaders } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { cancelCampaign, pauseCampaign } from './launch/acts.ts'
import { undoLaunch } from './launch/undo.ts'
import * as commands from './launch/commands.ts'
import { readCalendar } from './lists/calendar.ts'
import { countNotOpened, duplicateCampaign, resendCampaign } from './drafts/copies.ts'
import { checkCampaign, createDraft, updateDraft } from './drafts/drafts.ts'
import { estimateCampaign, estimateBill } from './estimate/estimate.ts'
import { sendTestMessage } from './test-send/test-send.ts'
import { chooseWinner } from './launch/winner.ts'
import { type CampaignsOn, countCampaigns, findCampaign, listCampaigns, readCampaign } from './lists/list.ts'

const HOUR_SECONDS = 3600
const TESTS_PER_HOUR = 20

/** The same calls for every channel. */
export function campaignRoutes(http: Http, deps: Deps): void {
  for (const channel of CHANNELS) {
    const api = CAMPAIGN_CALLS[channel]
    readingRoutes(http, deps, channel, api)
    writingRoutes(http, deps, channel, api)
    actingRoutes(http, deps, channel, api)
  }
  wholeRoutes(http, deps)
  route(http, estimateSmsBill, ({ body, caller }) => estimateBill(deps, caller.applicationId, body))
  testRoutes(http, deps)
}

function readingRoutes(http: Http, { clock, database }: Deps, channel: Channel, api: CampaignCalls): void {
  const db = database.kysely
  const of = ({ applicationId }: { applicationId: string }) => ({ applicationId, channels: [channel] })

  route(http, api.readCampaigns, async ({ query: { uuid, ...query }, caller, reply }) => {
    if (uuid !== undefined) {
      const { applicationId } = caller
      return readCampaign(db, { applicationId, channel, campaignId: uuid.toLowerCase() }, clock.now())
    }
    const { rows, total } = await listCampaigns(db, of(caller), query, clock.now())
    setPagingHeaders(reply, query.page, query.per_page, total)
    return rows
  })
  route(http, api.countCampaigns, ({ query, caller }) => countCampaigns(db, of(caller), query, clock.now()))
  route(http, api.readCalendar, ({ query, caller }) => readCalendar(db, of(caller), query, clock.now()))
}

/** Over all channels that the caller's role sees. */
function wholeRoutes(http: Http, { clock, database }: Deps): void {
  const db = database.kysely
  route(http, listAllCampaigns, async ({ query: { channel, uuid, ...query }, caller, reply }) => {
    if (uuid !== undefined) {
      const found = await findCampaign(db, seenBy(caller, channel), uuid.toLowerCase(), clock.now())
      setPagingHeaders(reply, query.page, query.per_page, found.length)
      return found
    }
    const { rows, total } = await listCampaigns(db, seenBy(caller, channel), query, clock.now())
    setPagingHeaders(reply, query.page, query.per_page, total)
    return rows
  })
  route(http, countAllCampaigns, ({ query: { channel, ...query }, caller }) =>
    countCampaigns(db, seenBy(caller, channel), query, clock.now()),
  )
  route(http, readWholeCalendar, ({ query: { channel, ...query }, caller }) =>
    readCalendar(db, seenBy(caller, channel), query, clock.now()),
  )
}

/** Throws forbidden for a role that sees no channel. */
function seenBy({ applicationId, levels }: ApplicationCaller, wanted: Channel | undefined): CampaignsOn {
  const asked = wanted === undefined ? CHANNELS : [wanted]
  const channels = asked.filter(each => (levels.get(CAMPAIGN_ACTIVITY[each])?.level ?? LEVEL.none) >= LEVEL.read)
  if (channels.length > 0) return { applicationId, channels }
  const activity = wanted === undefined ? ACTIVITY.campaignEmail : CAMPAIGN_ACTIVITY[wanted]
  throw new AppError('forbidden', { data: { activity, level: LEVEL.read } })
}

function writingRoutes(http: Http, deps: Deps, channel: Channel, api: CampaignCalls): void {
  route(http, api.createDraft, ({ body, caller }) => createDraft(deps, caller, channel, body))
  route(http, api.updateDraft, ({ body, query, caller }) =>
    updateDraft(deps, caller, { channel, campaignId: query.uuid }, body),
  )
  route(http, api.checkCampaign, ({ body, caller }) => checkCampaign(deps, caller, channel, body))
  commandRoute(http, deps, api.scheduleCampaign, commands.launchCampaign, ({ body }) => ({
    ...body,
    channel,
    ...(body.uuid !== undefined && { uuid: body.uuid.toLowerCase() }),
  }))
  commandRoute(http, deps, api.updateCampaign, commands.updateCampaign, ({ body, query }) => ({
    ...body,
    channel,
    uuid: query.uuid.toLowerCase(),
  }))
  route(http, api.estimateCampaign, ({ body, caller: { applicationId } }) =>
    estimateCampaign(deps, { applicationId, channel }, body),
  )
}

function actingRoutes(http: Http, deps: Deps, channel: Channel, api: CampaignCalls): void {
  const keyOf = ({ applicationId }: { applicationId: string }, { uuid }: { uuid: string }) => ({
    applicationId,
    channel,
    campaignId: uuid.toLowerCase(),
  })
  route(http, api.cancelCampaign, ({ query, caller }) => cancelCampaign(deps, caller, { ...query, channel }))
  route(http, api.pauseCampaign, ({ body, caller }) => pauseCampaign(deps, caller, { ...body, channel }))
  route(http, api.undoLaunch, ({ body, caller }) => undoLaunch(deps, caller, keyOf(caller, body)))
  commandRoute(http, deps, api.resumeCampaign, commands.resumeCampaign, ({ body }) => ({
    ...body,
    channel,
    uuid: body.uuid.toLowerCase(),
  }))
  route(http, api.chooseWinner, ({ body, caller }) => chooseWinner(deps, caller, { ...body, channel }))
  route(http, api.duplicateCampaign, ({ body, caller }) => duplicateCampaign(deps, caller, keyOf(caller, body)))
  route(http, api.resendCampaign, ({ body, caller }) => resendCampaign(deps, caller, keyOf(caller, body)))
  route(http, api.countNotOpened, ({ query, caller }) => countNotOpened(deps, keyOf(caller, query)))
}

function testRoutes(http: Http, deps: Deps): void {
  const { database, clock } = deps
  const limit = createRateLimit(database.pool, {
    name: 'test-message',
    attempts: TESTS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
  })
  for (const [platform, call] of Object.entries(TEST_CALLS)) {
    const channel = platform as TestedPlatform
    route(http, call, async ({ body: { content = {}, template_id, contact_uuid, receivers, browser }, caller }) => {
      const own = { ...content, ...(template_id !== undefined && { template_uuid: template_id.toLowerCase() }) }
      const message = { channel, content: own, contact_uuid, receivers, browser }
      const results = await sendTestMessage(deps, limit, caller, message)
      const object = { type: 'campaign', id: null, name: '' }
      const accepted = results.filter(({ ok }) => ok).length
      const after = { channel, receivers: results.map(({ receiver }) => receiver), accepted }
      const entry = { ...byCaller(caller), action: 'campaign.test', object, before: null, after } as const
      await recordAudit(database.kysely, entry, clock.now())
      return results
    })
  }
}

import { CAMPAIGN_CALLS, type CampaignCalls } from '@notifly/contracts/campaign-calls'
import { type Channel, CHANNELS } from '@notifly/contracts/applications'
import type { Deps } from '../../http/deps.ts'
import { type Http, route, setPagingHeaders } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { cancelCampaign, pauseCampaign } from './acts.ts'
import * as commands from './commands.ts'
import { readCalendar } from './calendar.ts'
import { countNotOpened, duplicateCampaign, resendCampaign } from './copies.ts'
import { createDraft, updateDraft } from './drafts.ts'
import { estimateCampaign } from './estimate.ts'
import { chooseWinner } from './winner.ts'
import { countCampaigns, listCampaigns, readCampaign } from './list.ts'

/** The same calls for every channel. */
export function campaignRoutes(http: Http, deps: Deps): void {
  for (const channel of CHANNELS) {
    const api = CAMPAIGN_CALLS[channel]
    readingRoutes(http, deps, channel, api)
    writingRoutes(http, deps, channel, api)
    actingRoutes(http, deps, channel, api)
  }
}

function readingRoutes(http: Http, { clock, database }: Deps, channel: Channel, api: CampaignCalls): void {
  const db = database.kysely
  const of = ({ applicationId }: { applicationId: string }) => ({ applicationId, channel })

  route(http, api.readCampaigns, async ({ query: { uuid, ...query }, caller, reply }) => {
    if (uuid !== undefined) return readCampaign(db, { ...of(caller), campaignId: uuid.toLowerCase() }, clock.now())
    const { rows, total } = await listCampaigns(db, of(caller), query, clock.now())
    setPagingHeaders(reply, query.page, query.per_page, total)
    return rows
  })
  route(http, api.countCampaigns, ({ query, caller }) => countCampaigns(db, of(caller), query, clock.now()))
  route(http, api.readCalendar, ({ query, caller }) => readCalendar(db, of(caller), query, clock.now()))
}

function writingRoutes(http: Http, deps: Deps, channel: Channel, api: CampaignCalls): void {
  route(http, api.createDraft, ({ body, caller }) => createDraft(deps, caller, channel, body))
  route(http, api.updateDraft, ({ body, query, caller }) =>
    updateDraft(deps, caller, { channel, campaignId: query.uuid }, body),
  )
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

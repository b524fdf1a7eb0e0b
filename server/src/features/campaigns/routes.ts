import { readCalendar as readCalendarCall } from '@notifly/contracts/calendar'
import * as api from '@notifly/contracts/campaigns'
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

export function campaignRoutes(http: Http, deps: Deps): void {
  const { clock, database } = deps
  const db = database.kysely

  route(http, api.readCampaigns, async ({ query: { uuid, ...query }, caller, reply }) => {
    if (uuid !== undefined) return readCampaign(db, caller.applicationId, uuid.toLowerCase(), clock.now())
    const { rows, total } = await listCampaigns(db, caller.applicationId, query, clock.now())
    setPagingHeaders(reply, query.page, query.per_page, total)
    return rows
  })
  route(http, api.countCampaigns, ({ query, caller }) => countCampaigns(db, caller.applicationId, query, clock.now()))
  route(http, readCalendarCall, ({ query, caller }) => readCalendar(db, caller.applicationId, query, clock.now()))
  route(http, api.createDraft, ({ body, caller }) => createDraft(deps, caller, body))
  route(http, api.updateDraft, ({ body, query, caller }) => updateDraft(deps, caller, query.uuid, body))
  commandRoute(http, deps, api.scheduleCampaign, commands.launchCampaign, ({ body }) => ({
    ...body,
    ...(body.uuid !== undefined && { uuid: body.uuid.toLowerCase() }),
  }))
  commandRoute(http, deps, api.updateCampaign, commands.updateCampaign, ({ body, query }) => ({
    ...body,
    uuid: query.uuid.toLowerCase(),
  }))
  route(http, api.cancelCampaign, ({ query, caller }) => cancelCampaign(deps, caller, query))
  route(http, api.pauseCampaign, ({ body, caller }) => pauseCampaign(deps, caller, body))
  commandRoute(http, deps, api.resumeCampaign, commands.resumeCampaign, ({ body }) => ({
    ...body,
    uuid: body.uuid.toLowerCase(),
  }))
  route(http, api.chooseWinner, ({ body, caller }) => chooseWinner(deps, caller, body))
  route(http, api.duplicateCampaign, ({ body, caller }) => duplicateCampaign(deps, caller, body.uuid.toLowerCase()))
  route(http, api.resendCampaign, ({ body, caller }) => resendCampaign(deps, caller, body.uuid.toLowerCase()))
  route(http, api.countNotOpened, ({ query, caller }) =>
    countNotOpened(deps, caller.applicationId, query.uuid.toLowerCase()),
  )
  route(http, api.estimateCampaign, ({ body, caller }) => estimateCampaign(deps, caller.applicationId, body))
}

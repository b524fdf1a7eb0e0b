import * as api from '@notifly/contracts/approvals/approvals'
import * as news from '@notifly/contracts/approvals/notices'
import { ACTIVITY_IDS, LEVEL } from '@notifly/contracts/roles/activities'
import { Readable } from 'node:stream'
import { attachment } from '../../http/attachment.ts'
import { hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, pagedRoute, rawRoute, route } from '../../http/route.ts'
import { epochSeconds } from '../../lib/clock.ts'
import type { CommandRegistry } from './command.ts'
import { decideRequest } from './decide.ts'
import { countPendingPerActivity, countWaiting } from './list-queries.ts'
import { listRequests, readRequest, requestFile } from './list.ts'
import { countUnread, selectNotices, updateRead } from './notice-queries.ts'
import { viewerOf } from './viewer.ts'
import { withdrawRequest } from './withdraw.ts'

const NOTICES_SHOWN = 50

export function approvalRoutes(http: Http, deps: Deps, commands: CommandRegistry): void {
  const { clock } = deps
  const db = deps.database.kysely

  pagedRoute(http, api.listApprovals, ({ caller, query }) => listRequests(deps, commands, caller, query))
  route(http, api.decideApproval, async ({ caller, params, body }) => {
    await decideRequest(deps, commands, caller, params.uuid, body)
    return readRequest(deps, commands, caller, params.uuid)
  })
  route(http, api.withdrawApproval, ({ caller, params }) => withdrawRequest(deps, caller, params.uuid))
  route(http, api.countPending, async ({ caller }) => {
    const readable = ACTIVITY_IDS.filter(id => hasLevel(caller, id, LEVEL.read))
    const rows = await countPendingPerActivity(db, caller.applicationId)
    return rows
      .filter(row => readable.some(id => id === row.activity))
      .map(({ activity, n, settings }) => ({ activity_id: activity, count: n, settings: settings ?? [] }))
  })
  rawRoute(http, api.downloadRequestFile, async ({ caller, query, reply }) => {
    const { name, mediaType, content } = await requestFile(deps, commands, caller, query.uuid)
    return reply
      .header('Content-Type', mediaType)
      .header('Content-Disposition', attachment(name))
      .header('X-Content-Type-Options', 'nosniff')
      .send(Readable.from(content))
  })

  route(http, news.readNotices, async ({ caller }) => {
    const viewer = await viewerOf(db, caller)
    const [waiting, unread, rows] = await Promise.all([
      countWaiting(db, viewer),
      countUnread(db, caller),
      selectNotices(db, caller, NOTICES_SHOWN),
    ])
    return { waiting, unread, notices: rows.map(row => presentNotice(row, caller.applicationId)) }
  })
  route(http, news.markNoticesRead, ({ caller, body }) =>
    updateRead(
      db,
      caller,
      body.uuids?.map(id => id.toLowerCase()),
      clock.now(),
    ),
  )
}

type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number]

function presentNotice(row: NoticeRow, applicationId: string): news.Notice {
  return {
    uuid: row.notice_id,
    kind: row.kind as news.Notice['kind'],
    approval_uuid: row.approval_id,
    application_uuid: applicationId,
    activity_id: row.activity,
    command: row.command as news.Notice['command'],
    title: row.title,
    by: row.by,
    is_read: row.read_at !== null,
    created_on: epochSeconds(row.created_at),
  }
}

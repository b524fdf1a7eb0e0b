import { createSegment, deleteSegment, readSegments, updateSegment, type Segment } from '@notifly/contracts/audience'
import type { Deps } from '../../http/deps.ts'
import { route, setPagingHeaders, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { commandRoute, openRequestsOn } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { selectSegment, selectSegments } from './queries.ts'

export function segmentRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readSegments, async ({ query, caller, reply }) => {
    const { applicationId } = caller
    if (query.segment_uuid !== undefined) {
      const row = await selectSegment(db, { applicationId, segmentId: query.segment_uuid })
      if (row === undefined) throw new AppError('notFound')
      return presentSegment(row, await openRequestsOn(db, applicationId, 'segment', [row.segment_id]))
    }
    const { page, per_page: perPage, search } = query
    const found = await selectSegments(db, { applicationId, search, sort: query.sort ?? '-updated_on', page, perPage })
    setPagingHeaders(reply, page, perPage, found.total)
    const ids = found.rows.map(row => row.segment_id)
    const requests = await openRequestsOn(db, applicationId, 'segment', ids)
    return found.rows.map(row => presentSegment(row, requests))
  })

  commandRoute(http, deps, createSegment, commands.createSegment, ({ body }) => body)
  commandRoute(http, deps, updateSegment, commands.updateSegment, ({ query, body }) => ({
    segment_uuid: query.segment_uuid.toLowerCase(),
    ...body,
  }))
  commandRoute(http, deps, deleteSegment, commands.deleteSegment, ({ query }) => ({
    segment_uuid: query.segment_uuid.toLowerCase(),
  }))
}

type SegmentRow = NonNullable<Awaited<ReturnType<typeof selectSegment>>>

function presentSegment(row: SegmentRow, requests: ReadonlyMap<string, string>): Segment {
  const approvalId = requests.get(row.segment_id)
  return {
    uuid: row.segment_id,
    name: row.name,
    kind: row.kind as Segment['kind'],
    count: row.contact_count,
    created_on: epochSeconds(row.created_at),
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

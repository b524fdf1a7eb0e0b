import { createSegment, deleteSegment, readSegments, updateSegment, type Segment } from '@notifly/contracts/audience'
import type { Deps } from '../../http/deps.ts'
import { route, setPagingHeaders, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { selectSegment, selectSegments } from './queries.ts'
import * as segments from './segments.ts'

export function segmentRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readSegments, async ({ query, caller, reply }) => {
    const { applicationId } = caller
    if (query.segment_uuid !== undefined) {
      const row = await selectSegment(db, { applicationId, segmentId: query.segment_uuid })
      if (row === undefined) throw new AppError('notFound')
      return presentSegment(row)
    }
    const { page, per_page: perPage, search } = query
    const found = await selectSegments(db, { applicationId, search, sort: query.sort ?? '-updated_on', page, perPage })
    setPagingHeaders(reply, page, perPage, found.total)
    return found.rows.map(presentSegment)
  })

  route(http, createSegment, async ({ body, caller }) => {
    const segment = { ...caller, name: body.segment_name, now: deps.clock.now() }
    return { segment_uuid: await segments.createSegment(db, segment, body.contact_uuids) }
  })

  route(http, updateSegment, async ({ query, body, caller }) => {
    const key = { applicationId: caller.applicationId, segmentId: query.segment_uuid }
    const change = { name: body.segment_name, contactIds: body.contact_uuids }
    await segments.changeSegment(db, key, change, deps.clock.now())
    return { segment_uuid: query.segment_uuid }
  })

  route(http, deleteSegment, ({ query, caller }) =>
    segments.removeSegment(db, { applicationId: caller.applicationId, segmentId: query.segment_uuid }),
  )
}

type SegmentRow = NonNullable<Awaited<ReturnType<typeof selectSegment>>>

function presentSegment(row: SegmentRow): Segment {
  return {
    uuid: row.segment_id,
    name: row.name,
    kind: row.kind as Segment['kind'],
    count: row.contact_count,
    created_on: epochSeconds(row.created_at),
    updated_on: epochSeconds(row.updated_at),
  }
}

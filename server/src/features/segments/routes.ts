import {
  createSegment,
  deleteSegment,
  readSegments,
  updateSegment,
  type Segment,
} from '@notifly/contracts/contacts/audience'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import {
  countSegment,
  duplicateSegment,
  listSegmentValues,
  reachOfRules,
  readSegmentUse,
} from '@notifly/contracts/segments/segments'
import { costlyRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { route, setPagingHeaders, type Http } from '../../http/route.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { commandRoute, openRequestsOn } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import * as count from './count.ts'
import { selectSegment, selectSegments } from './queries.ts'
import { usesOf } from './uses.ts'
import { suggestValues } from './suggest-values.ts'

export function segmentRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readSegments, async ({ query, caller, reply }) => {
    const { applicationId } = caller
    if (query.segment_uuid !== undefined) {
      const key = { applicationId, segmentId: query.segment_uuid.toLowerCase() }
      const counted = await costlyRead(db, applicationId, tx => count.recount(tx, key, deps.clock.now()))
      const row = orNotFound(await selectSegment(db, key))
      const requests = await openRequestsOn(db, applicationId, 'segment', [row.segment_id])
      return { ...presentSegment(row, requests), ...counted, rules: row.rules as RuleGroup | null }
    }
    const { page, per_page: perPage, search, tag } = query
    const found = await selectSegments(db, {
      applicationId,
      search,
      tag,
      sort: query.sort ?? '-updated_on',
      page,
      perPage,
    })
    setPagingHeaders(reply, page, perPage, found.total)
    await count.requestCounts(db, applicationId, deps.clock.now())
    const ids = found.rows.map(row => row.segment_id)
    const requests = await openRequestsOn(db, applicationId, 'segment', ids)
    return found.rows.map(row => presentSegment(row, requests))
  })

  route(http, countSegment, ({ body, caller }) =>
    count.countRules(deps, caller.applicationId, body.rules, body.segment_uuid),
  )

  route(http, reachOfRules, ({ body, caller }) => count.reachOfRules(deps, caller.applicationId, body.rules))

  route(http, listSegmentValues, ({ query, caller }) => suggestValues(deps, caller.applicationId, query))

  route(http, readSegmentUse, async ({ query, caller }) => {
    const key = { applicationId: caller.applicationId, segmentId: query.segment_uuid.toLowerCase() }
    if ((await selectSegment(db, key)) === undefined) throw new AppError('notFound')
    return usesOf(db, key)
  })

  commandRoute(http, deps, duplicateSegment, commands.duplicateSegment, ({ body }) => ({
    ...body,
    segment_uuid: body.segment_uuid.toLowerCase(),
  }))
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
    ...(row.kind === 'dynamic' && { estimated: row.is_estimated }),
    created_on: epochSeconds(row.created_at),
    updated_on: epochSeconds(row.updated_at),
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

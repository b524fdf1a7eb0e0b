/** SQL of lists of requests and of their counts. */
import { SETTINGS_OBJECTS, type SettingsObject } from '@notifly/contracts/approvals/approvals'
import { sql } from 'kysely'
import { listRead } from '../../db/fair-places.ts'
import { countRows, type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { REQUEST_HEAD } from './queries.ts'
import type { Viewer } from './viewer.ts'

interface ListFilter {
  approvalId?: string | undefined
  status?: number | undefined
  description?: string | undefined
  activity?: number | undefined
  isMine: boolean
}

/** Requests that the viewer may see. */
function visibleTo(db: Db, viewer: Viewer) {
  return db
    .selectFrom('approval')
    .where('approval.application_id', '=', viewer.applicationId)
    .$if(!viewer.seesAll, query =>
      query.where(eb =>
        eb.or([
          eb('approval.maker_id', '=', viewer.accountId),
          eb(sql<boolean>`approval.activity = any(${sql.val([...viewer.approves])}::int[])`, '=', true),
        ]),
      ),
    )
}

/** One page. Contents are cut slightly above the length that lists show, unless one request is asked for by its id. */
export function selectRequests(db: Db, viewer: Viewer, filter: ListFilter, paging: Paging) {
  return listRead(db, viewer.applicationId, tx => selectVisible(tx, viewer, filter, paging))
}

function selectVisible(db: Db, viewer: Viewer, filter: ListFilter, paging: Paging) {
  const { approvalId, status, description = '', activity, isMine } = filter
  const matching = visibleTo(db, viewer)
    .$if(approvalId !== undefined, query => query.where('approval.approval_id', '=', approvalId ?? ''))
    .$if(status !== undefined, query => query.where('approval.status', '=', status ?? 0))
    .$if(activity !== undefined, query => query.where('approval.activity', '=', activity ?? 0))
    .$if(isMine, query => query.where('approval.maker_id', '=', viewer.accountId))
    .$if(description !== '', query =>
      query
        .where('approval.decided_by', '=', 'user')
        .where(sql<boolean>`position(lower(${description}) in lower(coalesce(approval.description, ''))) > 0`),
    )
  const contents = (column: 'payload' | 'before') => {
    const whole = sql.ref<unknown>(`approval.${column}`)
    if (approvalId !== undefined) return whole.as(column)
    return sql<unknown>`cut_values(${whole}, ${TEXT_LIMIT + 1}::int, ${ITEM_LIMIT + 1}::int)`.as(column)
  }
  const rows = matching
    .leftJoin('account as maker', 'maker.account_id', 'approval.maker_id')
    .leftJoin('account as approver', 'approver.account_id', 'approval.approver_id')
    .select(REQUEST_HEAD)
    .select(eb => [
      'approval.secrets',
      contents('payload'),
      contents('before'),
      'maker.name as maker',
      'approver.name as approver',
      eb
        .selectFrom('approval as later')
        .whereRef('later.application_id', '=', 'approval.application_id')
        .whereRef('later.reopens', '=', 'approval.approval_id')
        // A withdrawn request corrects nothing.
        .where('later.status', '!=', 3)
        .orderBy('later.created_at', 'desc')
        .select('later.approval_id')
        .limit(1)
        .as('reopened_by'),
    ])
    .orderBy('approval.created_at', 'desc')
    .orderBy('approval.approval_id', 'desc')
  return selectPage(rows, matching, paging)
}

export type ListedRequest = Awaited<ReturnType<typeof selectRequests>>['rows'][number]

interface Setting {
  object: SettingsObject
  id: string
  approval_uuid: string
}

/** How many requests wait, per activity, and which of them concern settings. */
export async function countPendingPerActivity(db: Db, applicationId: string) {
  return db
    .selectFrom('approval')
    .where(eb => eb.and({ application_id: applicationId, status: 0 }))
    .groupBy('activity')
    .select(eb => [
      'activity',
      eb.fn.countAll<number>().as('n'),
      sql<Setting[] | null>`json_agg(json_build_object(
        'object', object_type, 'id', object_id, 'approval_uuid', approval_id
      ) order by object_type, object_id) filter (where object_type = any(${sql.val([...SETTINGS_OBJECTS])}))`.as(
        'settings',
      ),
    ])
    .orderBy('activity')
    .execute()
}

/** How many requests wait for the viewer's decision. */
export async function countWaiting(db: Db, viewer: Viewer): Promise<number> {
  return countRows(
    db
      .selectFrom('approval')
      .where(eb => eb.and({ application_id: viewer.applicationId, status: 0 }))
      .where(sql<boolean>`maker_id is distinct from ${viewer.accountId}`)
      .where(sql<boolean>`activity = any(${sql.val([...viewer.approves])}::int[])`)
      .where(sql<boolean>`role_group = any(${sql.val([...viewer.groups])}::int[])`),
  )
}

/** What lists show of large payloads: the HTML of a template is loaded for one request at a time. */

/** Characters of a text. */
const TEXT_LIMIT = 5000
const ITEM_LIMIT = 100

/** A copy with long texts and arrays cut, and whether any was cut. */
export function shorten<T>(value: T): { value: T; isShortened: boolean } {
  let isShortened = false
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string' && each.length > TEXT_LIMIT) {
      isShortened = true
      return `${each.slice(0, TEXT_LIMIT)}…`
    }
    if (Array.isArray(each)) {
      if (each.length > ITEM_LIMIT) isShortened = true
      return each.slice(0, ITEM_LIMIT).map(walk)
    }
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]))
  }
  return { value: walk(value) as T, isShortened }
}

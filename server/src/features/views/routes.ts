/** Saved views. They grant no rights: a reader sees only what their role allows in the list itself. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as api from '@notifly/contracts/views/views'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { isTaken } from '../../db/failures.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import * as queries from './queries.ts'

export function viewRoutes(http: Http, { clock, database }: Deps): void {
  const db = database.kysely

  route(http, api.listViews, async ({ caller, query: { list } }) => {
    const rows = await queries.selectViews(db, caller, list)
    return rows.map(row => ({
      uuid: row.view_id,
      name: row.name,
      query: row.query as Record<string, string>,
      shared: row.is_shared,
      own: row.account_id === caller.accountId,
      by: row.account_name,
    }))
  })

  route(http, api.createView, ({ caller, body: { list, name, query, shared } }) =>
    db.transaction().execute(async tx => {
      const reader = { applicationId: caller.applicationId, accountId: caller.accountId }
      if ((await queries.countOwn(tx, reader, list)) >= api.VIEWS_MAX) {
        throw new AppError('conflict', sentence('views.tooMany', { most: api.VIEWS_MAX }))
      }
      const now = clock.now()
      const viewId = uuidv7(now)
      if (!(await queries.insertView(tx, { ...reader, viewId, list, name, query, isShared: shared, now }))) {
        throw nameTaken()
      }
      return { uuid: viewId }
    }),
  )

  route(http, api.updateView, async ({ caller, params, body }) => {
    const viewId = params.uuid.toLowerCase()
    const key = { applicationId: caller.applicationId, accountId: caller.accountId, viewId }
    try {
      if (!(await queries.changeView(db, key, body))) throw new AppError('notFound')
    } catch (error) {
      throw isTaken(error) ? nameTaken() : error
    }
    return { uuid: viewId }
  })

  route(http, api.deleteView, async ({ caller, params }) => {
    const { applicationId, accountId } = caller
    const gone = await queries.removeView(db, { applicationId, accountId, viewId: params.uuid.toLowerCase() })
    if (!gone) throw new AppError('notFound')
  })
}

function nameTaken(): AppError {
  return invalidField('name', sentence('views.nameTaken'))
}

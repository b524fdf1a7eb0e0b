import {
  deleteMergeField,
  mergeMergeFields,
  readFieldUse,
  renameMergeField,
} from '@notifly/contracts/fields/merge-fields'
import { listRead } from '../../db/fair-places.ts'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { commandRoute } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { selectField } from '../../people/fields/fields.ts'
import { usesOf } from './uses.ts'

export function mergeFieldRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, readFieldUse, async ({ query, caller: { applicationId } }) => {
    const key = { applicationId, name: query.name }
    if ((await selectField(db, key)) === undefined) throw new AppError('notFound')
    return listRead(db, applicationId, tx => usesOf(tx, key))
  })

  commandRoute(http, deps, renameMergeField, commands.renameField, ({ body }) => body)
  commandRoute(http, deps, mergeMergeFields, commands.joinFields, ({ body }) => body)
  commandRoute(http, deps, deleteMergeField, commands.deleteField, ({ query }) => ({ name: query.name }))
}

import { sql } from 'kysely'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface AuditFilter {
  organizationId: string
  applicationId?: string | undefined
  /** An account or a key, or what the product is called when it acts by itself. */
  actor?: string | undefined
  action?: string | undefined
  /** A kind of object, or one object. */
  object?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  search?: string | undefined
}

/** For an account that was acted on, the name is read here: the entry itself does not contain it. */
function matching(db: Db, filter: AuditFilter) {
  const { applicationId, actor, action, object, since, until, search } = filter
  return db
    .selectFrom('audit_entry as entry')
    .leftJoin('audit_person as person', 'person.entry_id', 'entry.entry_id')
    .leftJoin('account as target', join =>
      join.on(sql<boolean>`entry.object_type = 'account' and target.account_id::text = entry.object_id
        and target.erased_at is null`),
    )
    .where('entry.organization_id', '=', filter.organizationId)
    .$if(applicationId !== undefined, query => query.where('entry.application_id', '=', applicationId ?? ''))
    .$if(actor === 'system' || actor === 'sla', query => query.where('entry.actor_kind', '=', actor as 'system'))
    .$if(actor !== undefined && actor !== 'system' && actor !== 'sla', query =>
      query.where(eb => eb.or([eb('entry.account_id', '=', actor ?? ''), eb('entry.key_id', '=', actor ?? '')])),
    )
    .$if(action !== undefined, query => query.where('entry.action', '=', action ?? ''))
    .$if(Boolean(object), query =>
      query.where(eb => eb.or([eb('entry.object_type', '=', object ?? ''), eb('entry.object_id', '=', object ?? '')])),
    )
    .$if(since !== undefined, query => query.where('entry.at', '>=', since ?? new Date(0)))
    .$if(until !== undefined, query => query.where('entry.at', '<', until ?? new Date(0)))
    .$if(Boolean(search), query =>
      query.where(sql<boolean>`position(lower(${search}) in lower(concat_ws(' ',
      entry.object_name, target.name, target.email, person.name, person.email, person.address, entry.key_name, entry.action,
      entry.object_id, entry.request_id))) > 0`),
    )
}

function selected(db: Db, filter: AuditFilter) {
  return matching(db, filter)
    .leftJoin('application', 'application.application_id', 'entry.application_id')
    .select([
      'entry.entry_id',
      'entry.at',
      'entry.actor_kind',
      'entry.account_id',
      'entry.key_id',
      'entry.key_name',
      'entry.action',
      'entry.object_type',
      'entry.object_id',
      sql<string>`coalesce(target.name, entry.object_name)`.as('object_name'),
      'entry.application_id',
      'application.name as application_name',
      'entry.before',
      'entry.after',
      'entry.request_id',
      'person.name',
      'person.email',
      'person.address',
      'person.user_agent',
    ])
    .orderBy('entry.at', 'desc')
    .orderBy('entry.entry_id', 'desc')
}

export type AuditRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

export async function selectEntries(
  db: Db,
  filter: AuditFilter,
  paging: Paging,
): Promise<{ rows: AuditRow[]; total: number }> {
  return selectPage(selected(db, filter), matching(db, filter), paging)
}

/** The next entries, older than the last one read; null starts with the newest. */
export function selectEntriesAfter(
  db: Db,
  filter: AuditFilter,
  last: AuditRow | null,
  limit: number,
): Promise<AuditRow[]> {
  return selected(db, filter)
    .$if(last !== null, query =>
      query.where(sql<boolean>`(entry.at, entry.entry_id) < (${last?.at ?? null}, ${last?.entry_id ?? null}::uuid)`),
    )
    .limit(limit)
    .execute()
}

/** People with entries in the organization, with their present names; those who deleted their account are left out. */
export function selectActors(db: Db, organizationId: string) {
  return db
    .selectFrom('account')
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('audit_entry as entry')
          .where('entry.organization_id', '=', organizationId)
          .whereRef('entry.account_id', '=', 'account.account_id'),
      ),
    )
    .where('account.erased_at', 'is', null)
    .select(['account.account_id', 'account.name', 'account.email'])
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.account_id')
    .limit(500)
    .execute()
}

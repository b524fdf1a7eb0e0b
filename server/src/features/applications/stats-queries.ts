import type { Db } from '../../db/schema/tables.ts'

export function selectConfigurations(db: Db, applicationIds: string[]) {
  return db
    .selectFrom('channel_configuration')
    .where('application_id', 'in', applicationIds)
    .select(['application_id', 'channel', 'failing_since'])
    .execute()
}

export function selectInventory(db: Db, applicationId: string) {
  return db
    .selectNoFrom(eb => [
      eb
        .selectFrom('segment')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('segments'),
      eb
        .selectFrom('suppression')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('suppressed'),
      eb
        .selectFrom('template')
        .where('application_id', '=', applicationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('templates'),
    ])
    .executeTakeFirstOrThrow()
}

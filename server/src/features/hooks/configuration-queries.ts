/** SQL of the configurations whose hooks are called. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

/** Whose hook it is; undefined for a token that is nobody's. */
export function selectHookOwner(db: Db, hookToken: string) {
  return db
    .selectFrom('channel_configuration')
    .where('hook_token', '=', hookToken)
    .where('hook_token', '<>', '')
    .select(['application_id', 'channel', 'configuration_id', 'provider', 'settings', 'secrets'])
    .executeTakeFirst()
}

export type HookOwner = NonNullable<Awaited<ReturnType<typeof selectHookOwner>>>

/** Adds what a call taught us. False when the settings have changed since they were read: then the call is to be judged anew. */
export async function addLearnt(
  db: Db,
  { configuration_id: id, settings }: HookOwner,
  learnt: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_configuration set settings = settings || ${JSON.stringify(learnt)}::jsonb
    where configuration_id = ${id} and settings = ${JSON.stringify(settings)}::jsonb`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

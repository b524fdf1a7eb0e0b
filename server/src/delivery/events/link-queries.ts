/** SQL of tracked links. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { CONTACT_FIELD_COLUMNS } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'

type Db = Kysely<Tables>

export async function selectLink(
  db: Db,
  { applicationId, runId }: DeliveryRef,
  no: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('run_link')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .where('no', '=', no)
    .select('url')
    .executeTakeFirst()
  return row?.url
}

/** The contact that a delivery went to, while it exists. */
export function selectLinkContact(db: Db, ref: DeliveryRef, columns: typeof CONTACT_FIELD_COLUMNS) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', ref.applicationId)
    .where('contact_id', '=', eb =>
      eb
        .selectFrom('delivery')
        .where('application_id', '=', ref.applicationId)
        .where('run_id', '=', ref.runId)
        .where('seq', '=', ref.seq)
        .select('contact_id'),
    )
    .select(columns)
    .executeTakeFirst()
}

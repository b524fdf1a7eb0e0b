import type { Db } from '../../../db/schema/tables.ts'

/**
 * Deletes the tokens with which a person acts in an organization and its applications. Their sessions stay: the dashboard gets a new token
 * with the person's present rights.
 */
export async function endTokensIn(tx: Db, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('bearer')
    .where(eb =>
      eb('session_id', 'in', eb.selectFrom('session').where('account_id', '=', accountId).select('session_id')),
    )
    .where(eb =>
      eb.or([
        eb('application_id', 'is', null),
        eb(
          'application_id',
          'in',
          eb.selectFrom('application').where('organization_id', '=', organizationId).select('application_id'),
        ),
      ]),
    )
    .execute()
}

import type { Database } from '../../db/database.ts'
import type { Callers, Identity } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashToken } from '../../lib/secrets.ts'
import { actIn } from '../organizations/organizations.ts'
import { levelsOf } from '../roles/roles.ts'
import { selectCaller, type CallerRow } from './sign-in/session-queries.ts'

/** Identifies the caller from the database on every request: a revoked session or a changed role takes effect at once. */
export function createCallers({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Omit<Callers, 'authenticateKey' | 'authenticateAccessToken'> {
  const db = database.kysely
  return {
    authenticate: async bearer => presentCaller(await selectCaller(db, hashToken(bearer), clock.now())),
    actIn: (caller, organizationId) => actIn(db, caller, organizationId),
  }
}

function presentCaller(rows: CallerRow[]): Identity | null {
  const [row, another] = rows
  if (row === undefined) return null
  // A token for an application is worth nothing once the application is gone or its holder is no member.
  const lostApplication = row.application_id === null || row.organization_id === null
  if (row.token_application_id !== null && lostApplication) return null
  // Without an application the only organization is meant; among several the request has to say which.
  const membership = another === undefined ? row : null
  return {
    accountId: row.account_id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified,
    locale: row.locale,
    hasSecondFactor: row.has_second_factor,
    applicationId: row.application_id,
    organizationId: membership?.organization_id ?? null,
    roleId: membership?.role_id ?? null,
    roleName: membership?.role_name ?? null,
    levels: levelsOf(membership?.permission_set),
    isTwoPeople: membership?.two_people ?? false,
  }
}

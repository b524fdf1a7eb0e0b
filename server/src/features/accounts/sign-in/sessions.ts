import { ACTIVITY_IDS, LEVEL } from '@notifly/contracts/roles/activities'
import { LOCALES, type UserDetails } from '@notifly/contracts/accounts/accounts'
import type { Identity, Origin } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { hashToken, randomToken } from '../../../lib/secrets.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { findApplication, firstApplication } from '../../applications/applications.ts'
import { isOperator } from '../../operator/operator.ts'
import { createCallers } from '../callers.ts'
import {
  deleteNamedSessions,
  insertBearer,
  insertSession,
  selectLastApplication,
  touchSession,
  updateSessionApplication,
} from './session-queries.ts'

/** A session that is not used ends after this time. */
export const SESSION_SECONDS = 30 * 86_400
/** A session ends after this time, however often it is used: the person then signs in again. */
const LONGEST_SESSION_SECONDS = 90 * 86_400
const TOKEN_MS = 3_600_000

/** The owner of a session, as the audit trail names them. */
export interface AccountName {
  accountId: string
  name: string
  email: string
}

/** A session whose cookie was accepted. */
export interface Session {
  sessionId: string
  accountId: string
  applicationId: string | null
}

/**
 * Signs an account in: creates a session with a new cookie and ignores the one that the browser sent, so that no attacker can plant a
 * session.
 */
export async function startSession(
  deps: Deps,
  account: AccountName,
  origin: Origin,
): Promise<{ session: Session; cookie: string }> {
  const { accountId } = account
  const cookie = randomToken()
  const session: Session = {
    sessionId: uuidv7(),
    accountId,
    applicationId: await selectLastApplication(deps.database.kysely, accountId),
  }
  const now = deps.clock.now()
  const row = {
    ...session,
    cookieHash: hashToken(cookie),
    userAgent: origin.userAgent.slice(0, 500),
    address: origin.address,
    expiresAt: sessionEnd(now),
  }
  await deps.database.kysely.transaction().execute(async tx => {
    await insertSession(tx, row, now)
    await recordAccountAudit(tx, { account, origin, action: 'account.sign-in' }, now)
  })
  return { session, cookie }
}

/** Returns the valid session of a cookie, extended by another thirty days up to its ninetieth. Throws unauthorized. */
export async function resumeSession(deps: Deps, cookie: string | null): Promise<Session> {
  if (cookie === null) throw new AppError('unauthorized')
  const now = deps.clock.now()
  const row = await touchSession(deps.database.kysely, hashToken(cookie), now, {
    expiresAt: sessionEnd(now),
    longestSeconds: LONGEST_SESSION_SECONDS,
  })
  if (row === undefined) throw new AppError('unauthorized')
  return { sessionId: row.session_id, accountId: row.account_id, applicationId: row.application_id }
}

/** Ends the session of a caller or a cookie. Does nothing if it has ended. */
export async function signOut(
  deps: Deps,
  { sessionId, cookie }: { sessionId: string | undefined; cookie: string | null },
  origin: Origin,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const ended = await deleteNamedSessions(tx, sessionId, cookie === null ? undefined : hashToken(cookie))
    for (const { account_id: accountId, name, email } of ended) {
      await recordAccountAudit(tx, { account: { accountId, name, email }, origin, action: 'account.sign-out' }, now)
    }
  })
}

/**
 * Returns the user in the session's application, with a new token for it. A person who may no longer enter that application gets the first
 * one that they may enter.
 */
export async function openUser(deps: Deps, session: Session): Promise<UserDetails> {
  const db = deps.database.kysely
  const { accountId, sessionId, applicationId: last } = session
  const application =
    (last === null ? null : await findApplication(db, accountId, last)) ?? (await firstApplication(db, accountId))
  const applicationId = application?.applicationId ?? null
  if (applicationId !== last) await updateSessionApplication(db, sessionId, applicationId)

  const token = randomToken()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + TOKEN_MS)
  await insertBearer(db, { tokenHash: hashToken(token), sessionId, applicationId, expiresAt }, now)
  // Read back as every later request will read it: the answer cannot promise more than the token gives.
  const caller = await createCallers(deps).authenticate(token)
  if (caller === null) throw new AppError('unauthorized')
  const user = presentUser(caller, token, expiresAt)
  return (await isOperator(deps, caller)) ? { ...user, is_operator: true } : user
}

/** Makes an application the session's active one. The caller has checked that the account may enter it. */
export async function switchSession(deps: Deps, session: Session): Promise<UserDetails> {
  await updateSessionApplication(deps.database.kysely, session.sessionId, session.applicationId)
  return openUser(deps, session)
}

function presentUser(caller: Identity, token: string, expiresAt: Date): UserDetails {
  const levels = ACTIVITY_IDS.map(activity => caller.levels.get(activity) ?? { level: LEVEL.none, approve: false })
  return {
    uuid: caller.accountId,
    name: caller.name,
    email: caller.email,
    token,
    token_expires_on: epochSeconds(expiresAt),
    status: caller.emailVerified ? 'active' : 'unverified',
    application_uuid: caller.applicationId,
    organization_uuid: caller.organizationId,
    role: caller.roleId === null ? null : { uuid: caller.roleId, name: caller.roleName ?? '' },
    permission_activity_list: [...ACTIVITY_IDS],
    permission_set: levels.map(({ level }) => (level >= LEVEL.read ? 0 : 1)),
    permission_levels: levels.map(({ level, approve }) => [level, approve ? 1 : 0]),
    ...(caller.isTwoPeople && { two_people: true as const }),
    locale: LOCALES.find(locale => locale === caller.locale) ?? 'en',
    mfa_enabled: caller.hasSecondFactor,
  }
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + SESSION_SECONDS * 1000)
}

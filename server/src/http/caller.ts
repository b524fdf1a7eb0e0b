import { LEVEL, type ActivityId, type Level } from '@notifly/contracts/activities'
import type { Access } from '@notifly/contracts/endpoint'
import { AppError } from '../lib/app-error.ts'

/** Who calls: the account and session behind a bearer token, with what its role grants in the token's organization. */
export interface Caller {
  accountId: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  locale: string
  organizationId: string | null
  applicationId: string | null
  roleId: string | null
  levels: ReadonlyMap<ActivityId, { level: Level; approve: boolean }>
}

export interface ApplicationCaller extends Caller {
  organizationId: string
  applicationId: string
}

export type CallerOf<Who extends Access> = Who extends 'public' | 'session'
  ? null
  : Who extends 'application' | { scope: 'application' }
    ? ApplicationCaller
    : Caller

/** Looks up the caller behind a bearer token on every request; null when the token is unknown, dead or revoked. */
export type Authenticate = (bearer: string) => Promise<Caller | null>

/**
 * Throws unless `caller` may use what declares `access`.
 * Organization scope is checked here on the token's organization; a handler that acts on another organization checks again.
 */
export function authorize(access: Access, caller: Caller | null): void {
  if (access === 'public' || access === 'session') return
  if (caller === null) throw new AppError('unauthorized')
  if (access === 'user') return
  const needsApplication = access === 'application' || access.scope === 'application'
  if (needsApplication && (caller.applicationId === null || caller.organizationId === null)) {
    throw new AppError('forbidden', { message: 'Choose an application first.' })
  }
  if (access === 'application') return
  // Without an organization yet (a newcomer creating the first application) the handler decides.
  if (access.scope === 'organization' && caller.organizationId === null) return
  requireLevel(caller, access.activity, LEVEL[access.level])
}

export function requireLevel(caller: Caller, activity: ActivityId, level: Level): void {
  if ((caller.levels.get(activity)?.level ?? LEVEL.none) < level) throw new AppError('forbidden')
}

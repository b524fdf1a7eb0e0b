import { LEVEL, type ActivityId, type Level } from '@notifly/contracts/roles/activities'
import type { Access } from '@notifly/contracts/endpoint'
import type { KeyScope } from '@notifly/contracts/api-keys/scopes'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../lib/app-error.ts'

/** What a role grants, per activity. */
export type Levels = ReadonlyMap<ActivityId, { level: Level; approve: boolean }>

/** Where a request comes from, for the audit trail. */
export interface Origin {
  address: string
  userAgent: string
  requestId: string
}

/** Who calls: the account and session behind a bearer token, with what its role grants in the token's organization. */
export interface Caller {
  accountId: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  locale: string
  hasSecondFactor: boolean
  organizationId: string | null
  applicationId: string | null
  roleId: string | null
  roleName: string | null
  levels: Levels
  /** Every change in the organization needs a second person. */
  isTwoPeople: boolean
  origin: Origin
}

/** A caller as far as the token alone tells. */
export type Identity = Omit<Caller, 'origin'>

export interface ApplicationCaller extends Caller {
  organizationId: string
  applicationId: string
}

/** A program that calls with a key of an application. */
export interface KeyCaller {
  organizationId: string
  applicationId: string
  keyId: string
  /** The key's. */
  name: string
  scopes: readonly KeyScope[]
  /** Requests a second. */
  rateLimit: number
}

export type CallerOf<Who extends Access> = Who extends 'public' | 'session'
  ? null
  : Who extends `key:${KeyScope}`
    ? KeyCaller
    : Who extends 'application' | { scope: 'application' }
      ? ApplicationCaller
      : Caller

/** How the HTTP layer learns who calls. */
export interface Callers {
  /** Looks up the caller behind a bearer token on every request; null when the token is unknown, dead or revoked. */
  authenticate(bearer: string): Promise<Identity | null>
  /**
   * The caller as a member of the organization that the request names; without a name the token's own, else the caller's
   * only one. Its `organizationId` is null only for a caller without any organization. Throws notFound for one that the
   * caller does not belong to, invalidInput when several are possible.
   */
  actIn(caller: Caller, organizationId: string | undefined): Promise<Caller>
  /** The program behind the id and the secret of a key; null when they are none of ours. */
  authenticateKey(keyId: string, secret: string): Promise<KeyCaller | null>
  /** The program behind an access token; null when it is none of ours, too old, or its key is gone. */
  authenticateAccessToken(token: string): Promise<KeyCaller | null>
}

/**
 * Throws unless `caller` may use what declares `access`, as far as that is known before the body is read. What is granted
 * by an organization that the request names is judged by `authorizeIn`.
 */
export function authorize(access: Access, caller: Caller | null): void {
  if (access === 'public' || access === 'session') return
  // Keys have a way of their own: signed-in callers have none.
  if (caller === null || isKeyAccess(access)) throw new AppError('unauthorized')
  if (access === 'user' || (access !== 'application' && access.scope === 'organization')) return
  if (caller.applicationId === null || caller.organizationId === null) {
    throw new AppError('forbidden', sentence('roles.chooseApplication'))
  }
  if (access !== 'application') requireRight(caller, access)
}

/** Throws unless it is a living key that has the scope. */
export function authorizeKey(access: `key:${KeyScope}`, caller: KeyCaller | null): void {
  if (caller === null) throw new AppError('unauthorized', sentence('apiKeys.wrongKey'))
  const scope = scopeOf(access)
  if (caller.scopes.some(each => each === scope)) return
  throw new AppError('forbidden', sentence('apiKeys.scopeNeeded', { scope }))
}

/** The scope that a key needs for it. */
export function scopeOf(access: `key:${KeyScope}`): string {
  return access.slice('key:'.length)
}

export function isKeyAccess(access: Access): access is `key:${KeyScope}` {
  return typeof access === 'string' && access.startsWith('key:')
}

/** The same for organization scope; `caller` already acts in the organization in question. */
export function authorizeIn(access: Access, caller: Caller): void {
  // Without any organization (a newcomer's first steps) there is nothing to protect yet; the handler decides.
  if (typeof access === 'string' || caller.organizationId === null) return
  requireRight(caller, access)
}

function requireRight(caller: Caller, { activity, level, or }: Exclude<Access, string>): void {
  if (or !== undefined && hasLevel(caller, or.activity, LEVEL[or.level])) return
  requireLevel(caller, activity, LEVEL[level])
}

export function requireLevel(caller: Caller, activity: ActivityId, level: Level): void {
  if (hasLevel(caller, activity, level)) return
  // What is missing, so that the dashboard can say it in words.
  throw new AppError('forbidden', { data: { activity, level } })
}

export function hasLevel({ levels }: Pick<Caller, 'levels'>, activity: ActivityId, level: Level): boolean {
  return (levels.get(activity)?.level ?? LEVEL.none) >= level
}

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

/** An authenticated person: account and session of a bearer token, with what its role grants in the token's organization. */
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
  /** Every change in the organization needs the approval of a second person. */
  isTwoPeople: boolean
  origin: Origin
}

/** A caller as far as the token identifies it. */
export type Identity = Omit<Caller, 'origin'>

export interface ApplicationCaller extends Caller {
  organizationId: string
  applicationId: string
}

/** A program that authenticates with an API key of an application. */
export interface KeyCaller {
  organizationId: string
  applicationId: string
  keyId: string
  /** Name of the key. */
  name: string
  scopes: readonly KeyScope[]
  /** Requests per second. */
  rateLimit: number
}

export type CallerOf<Who extends Access> = Who extends 'public' | 'session'
  ? null
  : Who extends `key:${KeyScope}`
    ? KeyCaller
    : Who extends 'application' | { scope: 'application' }
      ? ApplicationCaller
      : Caller

/** How the HTTP layer authenticates callers. */
export interface Callers {
  /** Looks up the caller of a bearer token on every request; null if the token is unknown, expired or revoked. */
  authenticate(bearer: string): Promise<Identity | null>
  /**
   * Returns the caller as a member of the organization that the request names; without a name, of the token's organization, else of the
   * caller's only one. Its `organizationId` is null only for a caller without any organization. Throws notFound for an organization that
   * the caller does not belong to, invalidInput if several are possible.
   */
  actIn(caller: Caller, organizationId: string | undefined): Promise<Caller>
  /** The program with this key id and secret; null if they are not valid. */
  authenticateKey(keyId: string, secret: string): Promise<KeyCaller | null>
  /** The program with this access token; null if it is unknown or expired, or if its key was deleted. */
  authenticateAccessToken(token: string): Promise<KeyCaller | null>
}

/**
 * Throws unless `caller` may use an endpoint with this `access`, as far as that is known before the body is read. `authorizeIn` checks what
 * an organization grants that the request names.
 */
export function authorize(access: Access, caller: Caller | null): void {
  if (access === 'public' || access === 'session') return
  // Endpoints for keys accept no signed-in callers.
  if (caller === null || isKeyAccess(access)) throw new AppError('unauthorized')
  if (access === 'user' || (access !== 'application' && access.scope === 'organization')) return
  if (caller.applicationId === null || caller.organizationId === null) {
    throw new AppError('forbidden', sentence('roles.chooseApplication'))
  }
  if (access !== 'application') requireRight(caller, access)
}

/** Throws unless the key is active and has the scope. */
export function authorizeKey(access: `key:${KeyScope}`, caller: KeyCaller | null): void {
  if (caller === null) throw new AppError('unauthorized', sentence('apiKeys.wrongKey'))
  const scope = scopeOf(access)
  if (caller.scopes.some(each => each === scope)) return
  throw new AppError('forbidden', sentence('apiKeys.scopeNeeded', { scope }))
}

/** The scope that a key needs. */
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
  // What is missing, so that the dashboard can name it.
  throw new AppError('forbidden', { data: { activity, level } })
}

export function hasLevel({ levels }: Pick<Caller, 'levels'>, activity: ActivityId, level: Level): boolean {
  return (levels.get(activity)?.level ?? LEVEL.none) >= level
}

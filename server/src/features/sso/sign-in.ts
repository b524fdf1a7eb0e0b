/** Finds the account of a provider's identity: whether it may be signed in to, or has to be created. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { personName } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Pool } from 'pg'
import type { Db } from '../../db/schema/tables.ts'
import type { Origin } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import * as accounts from '../accounts/accounts.ts'
import { accountLimits } from '../accounts/accounts.ts'
import { recordAccountAudit } from '../audit/audit.ts'
import type { Identity } from './identity.ts'
import { insertIdentity, selectIdentity, updateIdentity } from './queries.ts'
import { refusal, unverifiedAtProvider } from './refusal.ts'
import { createRateLimit, type RateLimit } from '../../lib/rate-limit.ts'

/** What an account is created with: the language of the page, and where the caller is. */
interface Circumstances {
  locale: Locale
  origin: Origin
  /** The token of the verification link through which they came. */
  verification?: string | undefined
}

/** The account to sign in to, or the address that must be verified by our own mail first. */
type Outcome = { kind: 'enter'; accountId: string } | { kind: 'verify'; email: string }

/**
 * Returns the account of an identity; creates one in that language for a new identity. Throws ssoEmailUnverified for an address that the
 * provider has not verified, passwordAccount if a verified address belongs to an account that this identity is not connected to, and
 * emailNotVerified (with the address as `data`) if the address is not verified: a mail is then sent, and the response does not reveal
 * whether the address has an account.
 */
export async function accountFor(
  deps: Deps,
  limits: SsoLimits,
  identity: Identity,
  circumstances: Circumstances,
): Promise<string> {
  if (identity.emailVerified === false) throw unverifiedAtProvider()
  const db = deps.database.kysely
  const receiver = await receiverOf(db, identity, circumstances)
  // Outside of the transaction, which would hold one connection while the limit waits for another.
  if (receiver !== null) await limits.mailByEmail.take(receiver)
  const outcome = await db.transaction().execute(async tx => {
    return (
      (await connectedAccount(tx, deps, identity, circumstances)) ?? createAccountFor(tx, deps, identity, circumstances)
    )
  })
  if (outcome.kind === 'verify') throw new AppError('emailNotVerified', { data: { email: outcome.email } })
  return outcome.accountId
}

type ConnectedAccount = NonNullable<Awaited<ReturnType<typeof selectIdentity>>>

/** The address for our own mail, as a key; null if the address is verified, or missing. */
async function receiverOf(db: Db, identity: Identity, { verification }: Circumstances): Promise<string | null> {
  const account = await selectIdentity(db, identity)
  // For a newcomer before the address is looked up: the wait must not tell whether it has an account.
  if (account === undefined) return identity.emailVerified === true ? null : keyOf(identity)
  const isProven =
    account.email_verified_at !== null || isVerifiedByProvider(account, identity) || verification !== undefined
  return isProven ? null : account.email_key
}

function isVerifiedByProvider(account: ConnectedAccount, identity: Identity): boolean {
  return identity.emailVerified === true && keyOf(identity) === account.email_key
}

function keyOf({ email }: Identity): string | null {
  return email === null ? null : accounts.emailKey(email)
}

async function connectedAccount(
  tx: Db,
  deps: Deps,
  identity: Identity,
  { verification, origin }: Circumstances,
): Promise<Outcome | null> {
  const account = await selectIdentity(tx, identity)
  if (account === undefined) return null
  await updateIdentity(tx, identity, toldBy(identity), deps.clock.now())
  const enter: Outcome = { kind: 'enter', accountId: account.account_id }
  if (account.email_verified_at !== null) return enter
  if (isVerifiedByProvider(account, identity)) {
    await accounts.markEmailVerified(tx, deps.clock, account.account_id)
    return enter
  }
  if (verification !== undefined) {
    await accounts.confirmBySignIn(tx, account.account_id, { token: verification, origin, now: deps.clock.now() })
    return enter
  }
  await accounts.requestVerification(tx, account.email)
  return { kind: 'verify', email: account.email }
}

/** An address alone does not identify an account: its owner must sign in as before and connect the provider. */
async function createAccountFor(
  tx: Db,
  deps: Deps,
  identity: Identity,
  { locale, origin }: Circumstances,
): Promise<Outcome> {
  const { email } = identity
  if (email === null) throw refusal('the provider tells no email address')
  const isVerified = identity.emailVerified === true
  const owner = await accounts.findAccountByEmail(tx, email)
  if (owner !== null && isVerified)
    throw new AppError('passwordAccount', owner.hasPassword ? {} : sentence('sso.otherWay'))
  if (owner !== null) {
    await accounts.mentionAccount(tx, email)
    return { kind: 'verify', email }
  }
  const name = nameOf(identity, email)
  const accountId = await accounts.createAccount(tx, deps, { name, email, password: null, locale, isVerified })
  if (accountId === null) throw refusal('the address was taken at this moment')
  await connect(tx, deps, accountId, identity)
  const after = { provider: identity.provider }
  const act = { account: { accountId, name, email }, origin, action: 'account.create', after } as const
  await recordAccountAudit(tx, act, deps.clock.now())
  if (isVerified) return { kind: 'enter', accountId }
  await accounts.requestVerification(tx, email)
  return { kind: 'verify', email }
}

/** Stores the connection. Throws ssoOtherAccount if the identity belongs to another account. */
export async function connect(tx: Db, { clock }: Deps, accountId: string, identity: Identity): Promise<void> {
  const { provider, issuer, subject } = identity
  const now = clock.now()
  const row = { provider, issuer, subject, account_id: accountId, ...toldBy(identity), connected_at: now }
  if (!(await insertIdentity(tx, row))) throw new AppError('ssoOtherAccount')
}

function toldBy(identity: Identity) {
  return { email: identity.email, email_key: keyOf(identity), email_verified: identity.emailVerified === true }
}

/** The name from the provider, or the local part of the address: GitLab's token has no name. */
function nameOf({ name }: Identity, email: string): string {
  const given = personName.safeParse(name ?? '')
  if (given.success) return given.data
  const words = email.slice(0, email.indexOf('@')).split(/[^\p{L}\p{M}]+/u)
  const capitalized = words.filter(word => word !== '').map(word => word.charAt(0).toUpperCase() + word.slice(1))
  return capitalized.join(' ') || 'Notifly user'
}

/** A click on a provider's button uses one of each; a failure does not refund it. */
export interface SsoLimits {
  beginByNetwork: RateLimit
  verifyByNetwork: RateLimit
  /** Mails to an address that no provider vouches for: it may belong to any person, and gets no more mails than our own pages send. */
  mailByEmail: RateLimit
}

const MINUTE = 60

export function createSsoLimits(pool: Pool): SsoLimits {
  const limit = (name: string, attempts: number, perSeconds: number): RateLimit =>
    createRateLimit(pool, { name, attempts, perSeconds, waitSeconds: 5 * MINUTE })
  return {
    beginByNetwork: limit('sso-begin', 300, 15 * MINUTE),
    verifyByNetwork: limit('sso-verify', 100, 15 * MINUTE),
    mailByEmail: accountLimits(pool).mailByEmail,
  }
}

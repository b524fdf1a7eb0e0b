/** Sign-ins in progress at a provider: started by a browser, and completed once within ten minutes. */
import type { SsoProvider } from '@notifly/contracts/sso/sso'
import type { Deps } from '../../http/deps.ts'
import { hashToken, randomToken } from '../../lib/secrets.ts'
import {
  deleteTicket,
  insertTicket,
  insertTrip,
  selectTicket,
  consumeTripByNonce,
  consumeTripByState,
} from './queries.ts'
import { refusal } from './refusal.ts'

const TRIP_MS = 10 * 60_000
const TICKET_MS = 5 * 60_000

export interface SsoRequest {
  provider: SsoProvider
  /** Set: to connect the provider to this account. */
  accountId: string | null
  /** The secret of the browser's cookie; null for callers that are none. */
  browser: string | null
}

/** Starts a sign-in. The returned values are random and stored only as hashes. */
export async function beginTrip(deps: Deps, traveller: SsoRequest): Promise<{ state: string; nonce: string }> {
  const state = randomToken()
  const nonce = randomToken()
  const now = deps.clock.now()
  await insertTrip(
    deps.database.kysely,
    {
      state_hash: hashToken(state),
      nonce_hash: hashToken(nonce),
      provider: traveller.provider,
      account_id: traveller.accountId,
      browser_hash: hashOf(traveller.browser),
      expires_at: new Date(now.getTime() + TRIP_MS),
    },
    now,
  )
  return { state, nonce }
}

/**
 * Ends the sign-in with this `state` or `nonce`; both are invalid from then on, even if this fails. Throws ssoFailed unless they belong
 * together and to this browser.
 */
export async function endTrip(
  deps: Deps,
  traveller: SsoRequest,
  { state, nonce }: { state: string | undefined; nonce: string | undefined },
): Promise<void> {
  const db = deps.database.kysely
  const trip =
    state === undefined
      ? await consumeTripByNonce(db, hashToken(nonce ?? ''))
      : await consumeTripByState(db, hashToken(state))
  if (trip === undefined) throw refusal('no such trip: invented, used or long ago')
  if (trip.expires_at <= deps.clock.now()) throw refusal('the trip took too long')
  if (trip.provider !== traveller.provider) throw refusal(`the trip went to ${trip.provider}`)
  if (nonce !== undefined && !trip.nonce_hash.equals(hashToken(nonce)))
    throw refusal('state and nonce are of two trips')
  if (trip.account_id !== traveller.accountId)
    throw refusal('the trip was begun by another account, or for something else')
  if (!isSameBrowser(trip.browser_hash, traveller.browser)) throw refusal('the trip was begun in another browser')
}

/** For a person whose second factor is still missing: replaces the provider's response, which can be used only once. */
export async function issueTicket(deps: Deps, traveller: SsoRequest & { accountId: string }): Promise<string> {
  const ticket = randomToken()
  const now = deps.clock.now()
  await insertTicket(
    deps.database.kysely,
    {
      ticket_hash: hashToken(ticket),
      provider: traveller.provider,
      account_id: traveller.accountId,
      browser_hash: hashOf(traveller.browser),
      expires_at: new Date(now.getTime() + TICKET_MS),
    },
    now,
  )
  return ticket
}

/** Returns the owner of a ticket, which stays valid until it is used. Throws ssoFailed. */
export async function readTicket(
  deps: Deps,
  { provider, browser }: Omit<SsoRequest, 'accountId'>,
  ticket: string,
): Promise<string> {
  const found = await selectTicket(deps.database.kysely, hashToken(ticket))
  if (found === undefined || found.expires_at <= deps.clock.now()) throw refusal('no such ticket, or too late')
  if (found.provider !== provider) throw refusal(`the ticket is of ${found.provider}`)
  if (!isSameBrowser(found.browser_hash, browser)) throw refusal('the ticket is of another browser')
  return found.account_id
}

export async function useTicket(deps: Deps, ticket: string): Promise<void> {
  await deleteTicket(deps.database.kysely, hashToken(ticket))
}

function hashOf(browser: string | null): Buffer | null {
  return browser === null ? null : hashToken(browser)
}

function isSameBrowser(expected: Buffer | null, browser: string | null): boolean {
  return expected === null || (browser !== null && expected.equals(hashToken(browser)))
}

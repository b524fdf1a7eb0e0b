/** Completes a sign-in on the callback page, and returns its result. */
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { connectSso, listSsoConnections, type SsoProvider, verifySso } from '@notifly/contracts/sso/sso'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { answerOf, currentTrip, clearTrip, type Trip } from '../../components/sso/trip.ts'
import { EMAIL_NOT_VERIFIED, SECOND_FACTOR_NEEDED } from '@notifly/contracts/accounts/accounts'

export type Outcome =
  | { kind: 'signed-in'; user: UserDetails; trip: Trip }
  | { kind: 'connected'; trip: Trip }
  /** The second factor is still missing; `ticket` replaces the provider's answer. */
  | { kind: 'code'; ticket: string; trip: Trip }
  /** An email is on its way to an address that no provider vouches for. */
  | { kind: 'verify'; email: string; trip: Trip }
  /** `error` where our server said why; a provider's own refusals say nothing to people. */
  | { kind: 'failed'; error: ApiError | undefined; trip: Trip | undefined }

export interface Callback {
  code?: string
  state?: string
}

/** Works the trip of this tab off. Never rejects: a failure is one of the outcomes. */
export async function finishSso({ code, state }: Callback): Promise<Outcome> {
  const trip = currentTrip()
  clearTrip()
  if (trip === undefined || code === undefined || state !== trip.state)
    return { kind: 'failed', error: undefined, trip }
  try {
    const body = await answerOf(trip, String(code))
    if (trip.purpose === 'connect') {
      await call(connectSso, { body })
      await refresh(listSsoConnections)
      return { kind: 'connected', trip }
    }
    const { locale, verification } = trip
    return { kind: 'signed-in', user: await call(verifySso, { body: { ...body, locale, verification } }), trip }
  } catch (error) {
    return outcomeOf(error, trip)
  }
}

/** The second step of a person with a second factor. Throws ApiError for a wrong code. */
export function giveCode(provider: SsoProvider, ticket: string, otp: string): Promise<UserDetails> {
  return call(verifySso, { body: { provider, ticket, otp } })
}

function outcomeOf(error: unknown, trip: Trip): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', error: undefined, trip }
  const { ticket, email } = (error.data ?? {}) as { ticket?: string; email?: string }
  if (error.code === SECOND_FACTOR_NEEDED && ticket !== undefined) return { kind: 'code', ticket, trip }
  if (error.code === EMAIL_NOT_VERIFIED && email !== undefined) return { kind: 'verify', email, trip }
  return { kind: 'failed', error, trip }
}

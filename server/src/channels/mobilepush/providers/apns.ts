/** Apple's push service for apps: signed in by a token that we sign ourselves. */
import { type ApnsAccount, apnsOutcome, apnsRequest } from '../../http/http-apns.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { ProviderEnvironment } from '../../provider.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../message.ts'
import { KEPT_SECONDS } from '../payload.ts'
import { appleTokens } from './apns-token.ts'

/** Where messages of these settings go, without a slash at the end. */
export function apnsUrl(
  { apns_environment: environment }: MobilePushConfiguration,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
): string {
  return environment === 'development' ? urls.apns_development : urls.apns
}

export function apnsExchange(
  configuration: MobilePushConfiguration,
  environment: Pick<ProviderEnvironment, 'urls'>,
): HttpExchange<MobilePushMessage> {
  const tokens = appleTokens(configuration)
  const account: ApnsAccount = {
    url: apnsUrl(configuration, environment),
    topic: configuration.apns_bundle_id ?? '',
    keptSeconds: KEPT_SECONDS,
    authorization: () => `bearer ${tokens.take()}`,
  }
  return {
    request: message => apnsRequest(account, message),
    outcome: (answer, message) => apnsOutcome(answer, message, () => tokens.drop()),
  }
}

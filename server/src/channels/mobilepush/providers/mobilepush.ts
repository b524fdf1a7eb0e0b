/** The push services of phones as one provider: the device decides which of them gets a message. */
import { createPrivateKey } from 'node:crypto'
import { readServiceAccount } from '@notifly/contracts/channel-settings/mobilepush'
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { type HttpExchange, RequestNotSent } from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import type { Outcome, Provider, ProviderEnvironment } from '../../provider.ts'
import type { MobilePushConfiguration, MobilePushMessage, PushService } from '../message.ts'
import { apnsExchange, apnsUrl } from './apns.ts'
import { fcmExchange } from './fcm.ts'
import { testMobilePush } from './mobilepush-trial.ts'

const MAX_CONNECTIONS = 50

export const mobilePushProvider: Provider<MobilePushConfiguration, MobilePushMessage> = {
  name: 'mobilepush',
  connections: MAX_CONNECTIONS,
  faults: keyFaults,
  openSender: (configuration, environment, maxConnections) =>
    openHttpSender(exchangeFor(configuration, environment), {
      maxConnections: maxConnections ?? configuration.max_connections ?? MAX_CONNECTIONS,
      ...(configuration.apns_key && { http2Origin: new URL(apnsUrl(configuration, environment)).origin }),
    }),
  test: testMobilePush,
  // Only the app may tell.
  reportsDelivery: () => false,
}

function exchangeFor(
  configuration: MobilePushConfiguration,
  environment: ProviderEnvironment,
): HttpExchange<MobilePushMessage> {
  const { fcm_service_account: account, apns_key: key } = configuration
  const exchanges: Record<PushService, HttpExchange<MobilePushMessage> | null> = {
    fcm: account ? fcmExchange(account, environment) : null,
    apns: key ? apnsExchange(configuration, environment) : null,
  }
  const of = ({ service }: MobilePushMessage): HttpExchange<MobilePushMessage> => {
    const exchange = exchanges[service]
    if (exchange === null) throw new RequestNotSent(NOT_SET_UP)
    return exchange
  }
  return {
    request: message => of(message).request(message),
    outcome: (answer, message) => of(message).outcome(answer, message),
  }
}

/** The outcome of a message that was written while the service was still set up. */
const NOT_SET_UP: Outcome = {
  kind: 'rejected',
  reason: 'not_set_up',
  code: '',
  answer: '',
  wholeConfiguration: false,
  temporary: false,
}

// Whether the keys given for Google and Apple can sign.

const UNREADABLE_KEY = sentence('channels.serviceAccountKey')

/** Returns no faults for a service that is not used. */
function keyFaults({ fcm_service_account: account, apns_key: key }: MobilePushConfiguration): FieldFailure[] {
  const found: FieldFailure[] = []
  const google = account ? readServiceAccount(account) : undefined
  if (google === null) {
    found.push({ field: 'fcm_service_account', ...sentence('channels.serviceAccount') })
    // Google signs in by RS256 (RFC 7523), Apple by ES256.
  } else if (google !== undefined && !isKey(google.private_key, 'rsa')) {
    found.push({ field: 'fcm_service_account', ...UNREADABLE_KEY })
  }
  if (key && !isKey(key, 'ec')) found.push({ field: 'apns_key', ...sentence('channels.appleKey') })
  return found
}

function isKey(pem: string, type: 'rsa' | 'ec'): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails: details } = createPrivateKey(pem)
    return asymmetricKeyType === type && (type === 'rsa' || details?.namedCurve === 'prime256v1')
  } catch {
    return false
  }
}

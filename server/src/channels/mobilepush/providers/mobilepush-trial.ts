/** "Test connection" of mobile push: sends both services a request for a device that does not exist. No message is sent. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { asError } from '../../../lib/as-error.ts'
import { RequestNotSent } from '../../http/http-exchange.ts'
import { requestOnce, takeSteps, TrialFailure } from '../../http/trial.ts'
import type { ConfigurationTest, Outcome, ProviderEnvironment } from '../../provider.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import type { MobilePushConfiguration, MobilePushMessage } from '../message.ts'
import { reasonSentence } from '../reasons.ts'
import { apnsExchange, apnsUrl } from './apns.ts'
import { fcmExchange } from './fcm.ts'
import { accountOf, googleTokens } from './google-token.ts'

const NOBODY: Omit<MobilePushMessage, 'service' | 'deviceToken' | 'payload'> = { recipient: '', collapseId: 'test' }

export function testMobilePush(
  configuration: MobilePushConfiguration,
  environment: ProviderEnvironment,
): Promise<ConfigurationTest> {
  const { fcm_service_account: account, apns_key: key } = configuration
  return takeSteps([
    ...(account
      ? [
          { name: 'google_sign_in', take: () => signIn(account, environment) },
          { name: 'fcm', take: () => askFcm(account, environment) },
        ]
      : []),
    ...(key ? [{ name: 'apns', take: () => askApple(configuration, environment) }] : []),
  ])
}

async function signIn(account: string, environment: ProviderEnvironment): Promise<Sentence> {
  try {
    await googleTokens(account, environment).take()
    return sentence('connection.google', { address: accountOf(account).client_email })
  } catch (error) {
    throw error instanceof RequestNotSent ? failureOf(error.outcome) : asError(error)
  }
}

/** Sends an invalid token for validation only: a project that accepts our account reports just that token. */
async function askFcm(account: string, environment: ProviderEnvironment): Promise<Sentence> {
  const exchange = fcmExchange(account, environment)
  const payload = JSON.stringify({
    validate_only: true,
    message: { token: 'no-device', notification: { title: 'Test' } },
  })
  const message: MobilePushMessage = { ...NOBODY, service: 'fcm', deviceToken: 'no-device', payload }
  const outcome = exchange.outcome(await requestOnce(await exchange.request(message)), message)
  const isGood = outcome.kind === 'sent' || (outcome.kind === 'bounced' && outcome.reason === 'device_unknown')
  if (!isGood) throw failureOf(outcome)
  return sentence('connection.firebase', { name: accountOf(account).project_id })
}

/** Uses a device that does not exist: Apple checks key and bundle id first. */
async function askApple(configuration: MobilePushConfiguration, environment: ProviderEnvironment): Promise<Sentence> {
  const exchange = apnsExchange(configuration, environment)
  const payload = JSON.stringify({ aps: { alert: 'Test' } })
  const message: MobilePushMessage = { ...NOBODY, service: 'apns', deviceToken: '0'.repeat(64), payload }
  const answer = await requestOnce(await exchange.request(message), { http2: true })
  const outcome = exchange.outcome(answer, message)
  const isGood = outcome.kind === 'sent' || outcome.kind === 'bounced'
  if (!isGood) throw failureOf(outcome)
  const { host } = new URL(apnsUrl(configuration, environment))
  return sentence('reasons.withAnswer', {
    reason: sentence('connection.apple', { name: configuration.apns_bundle_id ?? '' }),
    answer: host,
  })
}

function failureOf(outcome: Outcome): TrialFailure {
  if (!('reason' in outcome)) return new TrialFailure(reasonSentence('unreadable_answer'))
  return new TrialFailure(withAnswer(reasonSentence(outcome.reason), outcome.answer))
}

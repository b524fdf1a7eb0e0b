/** "Test connection" of Amazon SES: reads the account, the sender and the configuration set. Sends nothing. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { HttpAnswer } from '../../http/http-exchange.ts'
import { requestOnce, takeSteps, TrialFailure } from '../../http/trial.ts'
import type { ConfigurationTest, ProviderEnvironment } from '../../provider.ts'
import { withAnswer } from '../../../lib/stored-words.ts'
import { reasonSentence } from '../reasons.ts'
import { sesError, sesFailure } from './ses-errors.ts'
import { type SesConfiguration, sesRequests } from './ses-request.ts'

export function testSes(configuration: SesConfiguration, environment: ProviderEnvironment): Promise<ConfigurationTest> {
  const request = sesRequests(configuration, environment)
  const ask = (resource: string) => requestOnce(request('GET', resource))
  const { origin, host } = new URL(environment.urls.ses.replace('{region}', configuration.region))
  const set = configuration.configuration_set
  return takeSteps([
    {
      name: 'connect',
      take: async () => {
        await requestOnce({ method: 'GET', origin, path: '/', headers: {} })
        return sentence('sms.twilio_connected', { host })
      },
    },
    { name: 'sign_in', take: async () => accountWords(await ask('account')) },
    { name: 'sender', take: () => senderWords(configuration.sender_email, ask) },
    ...(set
      ? [{ name: 'configuration_set', take: async () => setWords(set, await ask(`configuration-sets/${set}`)) }]
      : []),
  ])
}

interface Account {
  SendingEnabled?: boolean
  ProductionAccessEnabled?: boolean
  EnforcementStatus?: string
  SendQuota?: { Max24HourSend?: number; MaxSendRate?: number }
}

function accountWords(answer: HttpAnswer): Sentence {
  // A key that may only send is a good key.
  if (isNotPermitted(answer)) return sentence('connection.sesNoAccount')
  const { SendingEnabled, ProductionAccessEnabled, EnforcementStatus, SendQuota = {} } = read<Account>(answer)
  if (EnforcementStatus === 'SHUTDOWN') throw new TrialFailure(reasonSentence('account_suspended'))
  if (SendingEnabled === false) throw new TrialFailure(reasonSentence('sending_paused'))
  const { Max24HourSend: perDay = 0, MaxSendRate: perSecond = 0 } = SendQuota
  if (ProductionAccessEnabled !== false) {
    return perDay < 0
      ? sentence('connection.sesUnlimited', { perSecond })
      : sentence('connection.sesQuota', { perDay, perSecond })
  }
  const reason = reasonSentence('account_in_sandbox')
  return perDay < 0
    ? sentence('connection.sesUnlimitedInSandbox', { perSecond, reason })
    : sentence('connection.sesInSandbox', { perDay, perSecond, reason })
}

/** A sender is accepted if its address or its domain is verified. */
async function senderWords(sender: string, ask: (resource: string) => Promise<HttpAnswer>): Promise<Sentence> {
  for (const identity of [sender, sender.slice(sender.lastIndexOf('@') + 1)]) {
    const answer = await ask(`identities/${encodeURIComponent(identity)}`)
    if (isNotPermitted(answer)) {
      return sentence('connection.sesNoSenders', { address: sender })
    }
    if (answer.status === 404) continue
    if (read<{ VerifiedForSendingStatus?: boolean }>(answer).VerifiedForSendingStatus === true) {
      return sentence('connection.sesVerified', { identity })
    }
  }
  throw new TrialFailure(
    sentence('connection.sesVerify', { reason: reasonSentence('sender_refused'), address: sender }),
  )
}

function setWords(name: string, answer: HttpAnswer): Sentence {
  if (isNotPermitted(answer)) return sentence('connection.sesNoSets')
  if (answer.status === 404) throw new TrialFailure(reasonSentence('configuration_set_missing'))
  read(answer)
  return sentence('connection.sesSet', { name })
}

function isNotPermitted(answer: HttpAnswer): boolean {
  return sesError(answer).name === 'AccessDeniedException'
}

function read<T>(answer: HttpAnswer): T {
  if (answer.status !== 200) {
    const failure = sesFailure(answer, '')
    const reason = 'reason' in failure ? failure.reason : 'protocol_error'
    const { words } = sesError(answer)
    throw new TrialFailure(withAnswer(reasonSentence(reason), `HTTP ${answer.status} ${words}`.slice(0, 200)))
  }
  try {
    return JSON.parse(answer.body) as T
  } catch {
    throw new TrialFailure(sentence('connection.sesOther'))
  }
}

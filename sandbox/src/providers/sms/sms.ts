import type { FastifyInstance } from 'fastify'
import { answer } from '../../http/answers.ts'
import { takeForms } from '../../http/forms.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import { karixEmulator } from '../karix/karix.ts'
import { twilioEmulator } from '../twilio/twilio.ts'
import { Accounts, portalSchema } from './accounts.ts'
import type { PhoneLine, SmsEmulator } from './lines.ts'
import { createNetwork } from './network.ts'

/** Keyed by their names below /providers. */
export const SMS_EMULATORS: Readonly<Record<string, SmsEmulator>> = { karix: karixEmulator, twilio: twilioEmulator }

/**
 * Adds the providers below /providers, and their settings. Resolves to the lines that carry replies, by name of the
 * provider.
 */
export async function addSms(
  app: FastifyInstance,
  { store, panel, dataDir, pace, onError }: SandboxContext,
): Promise<{ lines: Map<string, PhoneLine>; accounts: Accounts }> {
  const accounts = new Accounts(dataDir)
  const network = createNetwork(panel, pace, onError)
  const tools = { store, network, accounts }
  app.addHook('onClose', () => network.stop())
  const lines = new Map<string, PhoneLine>()
  await app.register(async scope => {
    takeForms(scope)
    for (const [provider, emulator] of Object.entries(SMS_EMULATORS)) {
      lines.set(provider, emulator.add(scope, tools))
      scope.get(`/providers/${provider}/_settings`, async () => answer(accounts.list(provider)))
      scope.post(`/providers/${provider}/_settings`, async request => {
        await accounts.set(provider, portalSchema.parse(request.body))
        return answer(accounts.list(provider))
      })
    }
  })
  return { lines, accounts }
}

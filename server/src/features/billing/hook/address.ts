/** Where the provider reports: an address that only this installation and its provider know. */
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { callOutside } from '../../../lib/network/outbound.ts'
import { providerNamed } from '../../../lib/payments/registry.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import type { BillingSetting } from '../../../lib/optional-settings.ts'
import { selectLastEvent } from './queries.ts'

/** Name of the job that tells the sandbox. */
export const TELL_SANDBOX = 'billing-tell-sandbox'
const AGAIN_MS = 1000

/** `provider` is its name. */
export function hookToken(secrets: Secrets, provider: string): string {
  return secrets.sign(`${provider} hook`, Buffer.from('1')).toString('base64url')
}

function hookAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, { provider }: BillingSetting): string {
  return `${config.publicUrl}/hooks/${provider}/${hookToken(secrets, provider)}`
}

export interface HookStanding {
  /** As people know it. */
  provider: string
  address: string
  /** When the provider told something last; null where it has not for a month. */
  reportedAt: Date | null
}

/** For operators, who enter the address at the provider. Null where nothing is sold, and at the sandbox, which is told by itself. */
export async function readHookStanding(
  deps: Pick<Deps, 'config' | 'secrets' | 'database'>,
): Promise<HookStanding | null> {
  const { billing } = deps.config
  if (billing === null || billing.isTrial) return null
  const reportedAt = await selectLastEvent(deps.database.kysely)
  return { provider: providerNamed(billing.provider).label, address: hookAddress(deps, billing), reportedAt }
}

/** Says in the log where the provider is to report, until it does; the sandbox is told, as an operator tells the provider. */
export async function announceHook(deps: Deps): Promise<void> {
  const { billing, sandbox } = deps.config
  if (billing === null) return
  if (sandbox.on && billing.account.apiUrl.startsWith(standInUrl(deps, billing))) {
    await enqueue(deps.database.kysely, TELL_SANDBOX, {}, { key: TELL_SANDBOX })
    return
  }
  if ((await selectLastEvent(deps.database.kysely)) !== null) return
  const about = { provider: providerNamed(billing.provider).label, address: hookAddress(deps, billing) }
  deps.log.info(about, 'enter this webhook address at the payment provider, with your webhook secret')
}

function standInUrl({ config }: Pick<Deps, 'config'>, { provider }: BillingSetting): string {
  return `http://127.0.0.1:${config.sandbox.port}/${provider}/`
}

/** While the sandbox is not there, it is tried again: it may start after us. */
export async function tellSandbox(deps: Deps): Promise<void> {
  const { billing } = deps.config
  if (billing === null) return
  const body = JSON.stringify({ url: hookAddress(deps, billing), secret: billing.account.webhookSecret })
  try {
    const { status } = await callOutside(`${standInUrl(deps, billing)}webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      isAllowed: () => true,
    })
    if (status >= 300) deps.log.warn({ status }, 'the sandbox does not take the address where it is to report payments')
  } catch (error) {
    deps.log.debug({ err: error }, 'the sandbox is not there yet')
    const runAt = new Date(Date.now() + AGAIN_MS)
    await enqueue(deps.database.kysely, TELL_SANDBOX, {}, { key: TELL_SANDBOX, runAt })
  }
}

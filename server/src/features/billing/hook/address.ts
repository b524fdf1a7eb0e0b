/** The address of the provider's webhooks, known only to this installation and its provider. */
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { callOutside } from '../../../lib/network/outbound.ts'
import { providerNamed } from '../../../lib/payments/registry.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import type { BillingSetting } from '../../../lib/optional-settings.ts'
import { selectLastEvent } from './queries.ts'

/** Name of the job that registers the address at the sandbox. */
export const CONFIGURE_SANDBOX = 'billing-tell-sandbox'
const AGAIN_MS = 1000

/** `provider` is its name. */
export function hookToken(secrets: Secrets, provider: string): string {
  return secrets.sign(`${provider} hook`, Buffer.from('1')).toString('base64url')
}

function hookAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, { provider }: BillingSetting): string {
  return `${config.publicUrl}/hooks/${provider}/${hookToken(secrets, provider)}`
}

export interface HookStanding {
  /** The name that people know. */
  provider: string
  address: string
  /** Time of the provider's last report; null after a month without one. */
  reportedAt: Date | null
}

/**
 * For operators, who enter the address at the provider. Null if billing is off, and with the sandbox, where the product registers it
 * itself.
 */
export async function readHookStanding(
  deps: Pick<Deps, 'config' | 'secrets' | 'database'>,
): Promise<HookStanding | null> {
  const { billing } = deps.config
  if (billing === null || billing.isTrial) return null
  const reportedAt = await selectLastEvent(deps.database.kysely)
  return { provider: providerNamed(billing.provider).label, address: hookAddress(deps, billing), reportedAt }
}

/** At each start, logs the address to enter at the provider until its first report arrives. At the sandbox it is registered automatically. */
export async function announceHook(deps: Deps): Promise<void> {
  const { billing, sandbox } = deps.config
  if (billing === null) return
  if (sandbox.on && billing.account.apiUrl.startsWith(emulatorUrl(deps, billing))) {
    await enqueue(deps.database.kysely, CONFIGURE_SANDBOX, {}, { key: CONFIGURE_SANDBOX })
    return
  }
  if ((await selectLastEvent(deps.database.kysely)) !== null) return
  const about = { provider: providerNamed(billing.provider).label, address: hookAddress(deps, billing) }
  deps.log.info(about, 'enter this webhook address at the payment provider, with your webhook secret')
}

function emulatorUrl({ config }: Pick<Deps, 'config'>, { provider }: BillingSetting): string {
  return `http://127.0.0.1:${config.sandbox.port}/${provider}/`
}

/** Tries again until the sandbox is up: it may start after this process. */
export async function configureSandbox(deps: Deps): Promise<void> {
  const { billing } = deps.config
  if (billing === null) return
  const body = JSON.stringify({ url: hookAddress(deps, billing), secret: billing.account.webhookSecret })
  try {
    const { status } = await callOutside(`${emulatorUrl(deps, billing)}webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      isAllowed: () => true,
    })
    if (status >= 300) deps.log.warn({ status }, 'the sandbox does not take the address where it is to report payments')
  } catch (error) {
    deps.log.debug({ err: error }, 'the sandbox is not there yet')
    const runAt = new Date(Date.now() + AGAIN_MS)
    await enqueue(deps.database.kysely, CONFIGURE_SANDBOX, {}, { key: CONFIGURE_SANDBOX, runAt })
  }
}

/** Where the provider reports: an address that only this installation and its provider know. */
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { callOutside } from '../../../lib/network/outbound.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import { selectLastEvent } from './queries.ts'

/** Name of the job that tells the sandbox. */
export const TELL_SANDBOX = 'billing-tell-sandbox'
const AGAIN_MS = 1000

export function hookToken(secrets: Secrets): string {
  return secrets.sign('razorpay hook', Buffer.from('1')).toString('base64url')
}

function hookAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string {
  return `${config.publicUrl}/hooks/razorpay/${hookToken(secrets)}`
}

export interface HookStanding {
  address: string
  /** When the provider told something last; null where it has not for a month. */
  reportedAt: Date | null
}

/** For operators, who enter the address at the provider. Null where nothing is sold, and at the sandbox, which is told by itself. */
export async function readHookStanding(
  deps: Pick<Deps, 'config' | 'secrets' | 'database'>,
): Promise<HookStanding | null> {
  if (deps.config.billing === null || deps.config.billing.isTrial) return null
  return { address: hookAddress(deps), reportedAt: await selectLastEvent(deps.database.kysely) }
}

/** Says in the log where the provider is to report, until it does; the sandbox is told, as an operator tells Razorpay. */
export async function announceHook(deps: Deps): Promise<void> {
  const { billing, sandbox } = deps.config
  if (billing === null) return
  if (sandbox.on && billing.razorpay.apiUrl.startsWith(sandboxUrl(deps))) {
    await enqueue(deps.database.kysely, TELL_SANDBOX, {}, { key: TELL_SANDBOX })
    return
  }
  if ((await selectLastEvent(deps.database.kysely)) !== null) return
  const address = hookAddress(deps)
  deps.log.info({ address }, 'enter this webhook address at Razorpay, with NOTIFLY_RAZORPAY_WEBHOOK_SECRET')
}

function sandboxUrl({ config }: Pick<Deps, 'config'>): string {
  return `http://127.0.0.1:${config.sandbox.port}/razorpay/`
}

/** While the sandbox is not there, it is tried again: it may start after us. */
export async function tellSandbox(deps: Deps): Promise<void> {
  const { billing } = deps.config
  if (billing === null) return
  const body = JSON.stringify({ url: hookAddress(deps), secret: billing.razorpay.webhookSecret })
  try {
    const { status } = await callOutside(`${sandboxUrl(deps)}webhook`, {
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

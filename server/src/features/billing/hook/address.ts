/** Where the provider reports: an address that only this installation and its provider know. */
import type { Deps } from '../../../http/deps.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import { callOutside } from '../../../lib/network/outbound.ts'

export function hookToken(secrets: Secrets): string {
  return secrets.sign('razorpay hook', Buffer.from('1')).toString('base64url')
}

export function hookAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string {
  return `${config.publicUrl}/hooks/razorpay/${hookToken(secrets)}`
}

/** Says in the log where the provider is to report; the sandbox is told, as an operator tells Razorpay. */
export async function announceHook(deps: Deps): Promise<void> {
  const { billing, sandbox } = deps.config
  if (billing === null) return
  const address = hookAddress(deps)
  const { apiUrl, webhookSecret: secret } = billing.razorpay
  const standIn = `http://127.0.0.1:${sandbox.port}/razorpay/v1`
  if (!sandbox.on || apiUrl !== standIn) {
    deps.log.info({ address }, 'enter this webhook address at Razorpay, with NOTIFLY_RAZORPAY_WEBHOOK_SECRET')
    return
  }
  const url = `http://127.0.0.1:${sandbox.port}/razorpay/webhook`
  const { status } = await callOutside(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: address, secret }),
    isAllowed: () => true,
  })
  if (status >= 300) throw new Error(`the sandbox answers ${status}`)
}

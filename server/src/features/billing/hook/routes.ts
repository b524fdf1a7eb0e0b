import { reportPayment } from '@notifly/contracts/billing/hooks'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../../http/deps.ts'
import { type Http, rawRoute } from '../../../http/route.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isSameText } from '../../../lib/hmac-signature.ts'
import type { Billing } from '../context.ts'
import { hookToken } from './address.ts'
import { takeEvent } from './events.ts'

/** Receives the provider's webhooks. The body is kept as raw bytes, since the signature covers them. */
export function paymentHookRoutes(http: Http, deps: Deps, billing: Billing | null): void {
  if (billing === null) return
  const { provider: name } = billing.setting
  void http.app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    rawRoute({ ...http, app: scope }, reportPayment(name), async ({ params, request, reply }) => {
      if (!isSameText(params.token, hookToken(deps.secrets, name))) throw new AppError('notFound')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = billing.provider.readEvent({ headers: request.headers, body })
      if (event === null) {
        deps.log.warn({ address: request.ip }, 'a call of the payment hook was not signed by the provider')
        throw new AppError('forbidden', sentence('hooks.notProvider'))
      }
      await takeEvent(billing, event)
      return reply.header('Content-Type', 'text/plain; charset=utf-8').header('Cache-Control', 'no-store').send('ok')
    })
  })
}

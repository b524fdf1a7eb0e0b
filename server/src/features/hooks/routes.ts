import { getReport, postReport } from '@notifly/contracts/hooks/hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { rawRoute, type Http } from '../../http/route.ts'
import type { Reporting } from './reporting.ts'
import { startIntake } from './intake.ts'

/** The hooks of all providers. Bodies are not parsed: most signatures cover the exact bytes. */
export function hookRoutes(http: Http, deps: Deps, reporting: Reporting): void {
  const intake = startIntake(deps, reporting)
  http.app.addHook('onClose', () => intake.stop())
  void http.app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const own: Http = { ...http, app: scope }

    rawRoute(own, postReport, ({ params, request, reply }) => answer('POST', params, request, reply))
    rawRoute(own, getReport, ({ params, request, reply }) => answer('GET', params, request, reply))
  })

  async function answer(
    method: 'GET' | 'POST',
    { provider, hook_token: hookToken }: { provider: string; hook_token: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { url = '' } = request.raw
    const text = await intake.take(
      { provider, hookToken },
      {
        method,
        url: `${deps.config.publicUrl}${url}`,
        query: Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? '')),
        headers: request.headers,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      },
    )
    return reply.header('Content-Type', 'text/plain; charset=utf-8').header('Cache-Control', 'no-store').send(text)
  }
}

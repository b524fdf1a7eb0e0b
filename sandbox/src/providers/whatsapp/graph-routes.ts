import type { FastifyInstance } from 'fastify'
import type { Whatsapp } from './emulator.ts'
import { failWith, FAILURES } from './graph-error.ts'
import { addMediaRoutes } from './media-routes.ts'
import { addObjectRoutes } from './object-routes.ts'
import { addSendRoutes } from './send-routes.ts'
import { addTemplateRoutes } from './template-routes.ts'

// WhatsApp's Graph API, below /providers/whatsapp/v{N}.0. Every token is valid except two, and every id except those
// that begin with 404, so that testers can see how the product names each error.

export const WRONG_TOKEN = 'wrong'
export const WEAK_TOKEN = 'weak'
const MISSING = '404'

export async function addGraphRoutes(app: FastifyInstance, whatsapp: Whatsapp): Promise<void> {
  await app.register(
    async scope => {
      scope.addHook('onRequest', async (request, reply) => {
        const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
        if (token === '' || token === WRONG_TOKEN) return failWith(reply, FAILURES.token)
        if (token === WEAK_TOKEN) return failWith(reply, FAILURES.permission)
        const { object = '' } = request.params as { object?: string }
        if (object.startsWith(MISSING)) return failWith(reply, FAILURES.missingObject)
      })
      addSendRoutes(scope, whatsapp)
      addMediaRoutes(scope, whatsapp)
      addTemplateRoutes(scope, whatsapp)
      addObjectRoutes(scope, whatsapp)
    },
    { prefix: '/providers/whatsapp/:version(^v\\d+\\.\\d+$)' },
  )
}

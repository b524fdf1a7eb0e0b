import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { chanceOf } from '../faults/chance.ts'
import type { FaultPanel } from '../faults/fault-panel.ts'
import { addGitlab } from '../providers/sso/gitlab.ts'
import { Grants } from '../providers/sso/grants.ts'
import { createSigningKeys } from '../providers/sso/keys.ts'
import { addLinkedin } from '../providers/sso/linkedin.ts'
import { addMicrosoft } from '../providers/sso/microsoft.ts'
import { takeForms } from './forms.ts'

/** The single sign-on providers, below /sso. They are in a scope of their own because they accept forms. */
export async function addSsoRoutes(app: FastifyInstance, panel: FaultPanel, dataDir: string): Promise<void> {
  const keys = createSigningKeys(dataDir)
  const grants = new Grants()
  await app.register(async scope => {
    takeForms(scope)
    addFaults(scope, panel)
    addGitlab({ app: scope, grants, key: () => keys.of('gitlab') })
    addMicrosoft({ app: scope, grants, key: () => keys.of('microsoft') })
    addLinkedin({ app: scope, grants, key: () => keys.of('linkedin') })
  })
}

/** Adds latency and temporary errors to the calls of programs. The page for people always works. */
function addFaults(scope: FastifyInstance, panel: FaultPanel): void {
  let attempt = 0
  scope.addHook('onRequest', async (request, reply) => {
    if (/\/authoriz(e|ation)$/.test(request.routeOptions.url ?? '')) return
    const { latency_ms: latencyMs, error_rate: errorRate, seed } = panel.dials('sso')
    if (latencyMs > 0) await wait(latencyMs)
    if (chanceOf(seed, 'sso', request.url, attempt++) >= errorRate) return
    return reply.code(503).send({ error: 'temporarily_unavailable' })
  })
}

import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../../sandbox-context.ts'
import { countTurned } from './dials.ts'
import { addEndpoint, type Webhooks } from './endpoint.ts'
import { addWebhookPage } from './page-routes.ts'
import { ReceivedRequests } from './received.ts'
import { addWebhookRoutes } from './routes.ts'
import { WebhookState } from './state.ts'

// A customer's endpoint that Notifly sends events to: it accepts Standard Webhooks requests and shows them on a page.

/** Adds the emulated endpoint. */
export async function addWebhooks(
  app: FastifyInstance,
  { dataDir, panel, onError }: SandboxContext,
): Promise<Webhooks> {
  const state = new WebhookState(dataDir)
  panel.alsoCount(() => countTurned(state.dials))
  const webhooks = { state, received: new ReceivedRequests(), decisions: panel.decisions, onError }
  await addEndpoint(app, webhooks)
  addWebhookRoutes(app, webhooks)
  await addWebhookPage(app, webhooks, panel)
  return webhooks
}

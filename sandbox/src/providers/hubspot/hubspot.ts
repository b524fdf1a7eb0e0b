import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answer } from '../../http/answers.ts'
import { takeForms } from '../../http/forms.ts'
import { sendPage } from '../../page/send-page.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import { countTurned, hubspotDialsSchema } from './dials.ts'
import { hubspotBody } from './page.ts'
import { HubspotState } from './state.ts'
import { addTicketRoutes } from './ticket-routes.ts'

// HubSpot's support tickets: its API below /hubspot/crm, a page with the tickets, and dials. Any token is accepted
// except those that the page lists.

const asked = z.object({ id: z.string().optional().catch(undefined) })

/** Adds the emulated HubSpot. */
export async function addHubspot(
  app: FastifyInstance,
  { dataDir, panel, pace }: SandboxContext,
): Promise<HubspotState> {
  const state = new HubspotState(dataDir)
  panel.alsoCount(() => countTurned(state.dials))
  addTicketRoutes(app, { state, decisions: panel.decisions, pace })
  app.get('/api/faults/hubspot', async () => answer(state.dials))
  app.put('/api/faults/hubspot', async request => {
    await state.turn(hubspotDialsSchema.parse(request.body))
    return answer(state.dials)
  })
  app.get('/api/hubspot/tickets', async () => answer(state.tickets))
  await app.register(async scope => {
    takeForms(scope)
    scope.get('/hubspot', async (request, reply) =>
      sendPage(reply, {
        title: 'HubSpot · Sandbox',
        page: 'hubspot',
        body: hubspotBody({
          tickets: state.tickets,
          open: asked.parse(request.query).id,
          dials: state.dials,
          nowMs: Date.now(),
        }),
        activeFaults: panel.countActive(),
      }),
    )
    scope.post('/hubspot', async (_request, reply) => {
      await state.clear()
      return reply.redirect('/hubspot', 303)
    })
  })
  return state
}

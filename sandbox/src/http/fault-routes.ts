import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dialsSchema } from '../faults/dials.ts'
import { readChannel, type FaultPanel } from '../faults/fault-panel.ts'
import { answer, refuse } from './answers.ts'

const page = z.object({
  from: z.coerce.number().int().min(0).default(0),
  most: z.coerce.number().int().min(1).max(20_000).default(1000),
})

type Params = { Params: { channel: string } }

/**
 * Reads and sets the dials of a channel, and lists their decisions. PUT replaces all dials; one that is left out is
 * off.
 */
export function addFaultRoutes(app: FastifyInstance, panel: FaultPanel): void {
  app.get<Params>('/api/faults/:channel', async (request, reply) => {
    const channel = readChannel(request.params.channel)
    return channel ? answer(panel.dials(channel)) : refuse(reply, 404, 'This channel has no dials')
  })

  app.put<Params>('/api/faults/:channel', async (request, reply) => {
    const channel = readChannel(request.params.channel)
    if (!channel) return refuse(reply, 404, 'This channel has no dials')
    await panel.turn(channel, dialsSchema.parse(request.body))
    return answer(panel.dials(channel))
  })

  app.get('/api/decisions', async request => {
    const { from, most } = page.parse(request.query)
    return answer(panel.decisions.list(from, most))
  })
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dialsSchema } from '../faults/dials.ts'
import { readChannel, type Channel, type FaultPanel } from '../faults/fault-panel.ts'
import { answer, refuse, refuseInvalid } from './answers.ts'

const params = z.object({ channel: z.string() })
const page = z.object({
  from: z.coerce.number().int().min(0).default(0),
  most: z.coerce.number().int().min(1).max(20_000).default(1000),
})

/** Reads and turns the dials of a channel. PUT states all of them: a dial that is left out is off. And what they have decided. */
export function addFaultRoutes(app: FastifyInstance, panel: FaultPanel): void {
  app.get('/api/faults/:channel', async (request, reply) => {
    const channel = channelOf(request.params)
    return channel ? answer(panel.dials(channel)) : refuse(reply, 404, 'This channel has no dials')
  })

  app.put('/api/faults/:channel', async (request, reply) => {
    const channel = channelOf(request.params)
    if (!channel) return refuse(reply, 404, 'This channel has no dials')
    const dials = dialsSchema.safeParse(request.body)
    if (!dials.success) return refuseInvalid(reply, dials.error)
    await panel.turn(channel, dials.data)
    return answer(panel.dials(channel))
  })

  app.get('/api/decisions', async (request, reply) => {
    const asked = page.safeParse(request.query)
    if (!asked.success) return refuseInvalid(reply, asked.error)
    return answer(panel.decisions.list(asked.data.from, asked.data.most))
  })
}

function channelOf(routeParams: unknown): Channel | undefined {
  return readChannel(params.parse(routeParams).channel)
}

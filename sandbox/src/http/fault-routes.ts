import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dialsSchema } from '../faults/dials.ts'
import { readChannel, type Channel, type FaultPanel } from '../faults/fault-panel.ts'
import { answer, refuse, refuseInvalid } from './answers.ts'

const params = z.object({ channel: z.string() })

/** Reads and turns the dials of a channel. PUT states all of them: a dial that is left out is off. */
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
}

function channelOf(routeParams: unknown): Channel | undefined {
  return readChannel(params.parse(routeParams).channel)
}

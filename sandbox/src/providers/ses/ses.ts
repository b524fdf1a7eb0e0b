import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answer, refuse } from '../../http/answers.ts'
import { takeBytes } from '../../http/forms.ts'
import { addSesApi } from './api-routes.ts'
import { type Ses, type SesOptions, subscriptionSchema } from './emulator.ts'
import { createSesEvents } from './events.ts'
import { addSesPage } from './page-routes.ts'
import { createSns } from './sns.ts'
import { SesState } from './state.ts'

// Emulates Amazon SES: its API with signed requests, and reports by signed SNS notifications.

/** Adds the emulated SES; it stops with the server. */
export async function addSes(app: FastifyInstance, options: SesOptions): Promise<void> {
  const { store, panel, readers, pace } = options
  const state = new SesState(options.dataDir)
  const ownUrl = () => {
    const { address, port } = app.server.address() as AddressInfo
    return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
  }
  const sns = createSns(state, ownUrl, pace)
  const events = createSesEvents({ state, panel, sns, pace })
  const ses: Ses = { store, panel, readers, state, sns, events }
  app.addHook('preClose', async () => {
    await events.stop()
    await sns.stop()
  })
  await app.register(
    async scope => {
      takeBytes(scope)
      scope.get('/', async () => ({ service: 'email' }))
      addSesApi(scope, ses)
      addSnsRoutes(scope, ses)
    },
    { prefix: '/providers/ses' },
  )
  addControlRoutes(app, ses)
  await addSesPage(app, ses)
}

/** What subscribers request: the certificate, and the confirmation of their subscription. */
function addSnsRoutes(app: FastifyInstance, { state }: Ses): void {
  app.get('/sns/certificate.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send((await state.signing()).certificate),
  )
  app.get<{ Querystring: { TopicArn?: string; Token?: string } }>('/sns/', async (request, reply) => {
    const { TopicArn: topic = '', Token: token = '' } = request.query
    if (!(await state.confirm(topic, token))) return reply.code(400).send({ Error: { Code: 'InvalidParameter' } })
    return reply.type('text/xml').send('<ConfirmSubscriptionResponse/>')
  })
}

/** The emulator's controls for people and tests. */
function addControlRoutes(app: FastifyInstance, { state, sns }: Ses): void {
  const status = () => ({
    subscriptions: state.subscriptions.map(({ token: _, ...subscription }) => subscription),
    ...sns.told,
  })
  app.get('/api/ses/subscriptions', async () => answer(status()))
  app.post('/api/ses/subscriptions', async request => {
    const { endpoint, access_id } = subscriptionSchema.parse(request.body)
    sns.askToConfirm(await state.subscribe(endpoint, access_id))
    return answer(status())
  })
  app.delete<{ Querystring: { topic?: string } }>('/api/ses/subscriptions', async (request, reply) => {
    const { topic } = request.query
    if (topic === undefined) return refuse(reply, 400, 'Name a topic')
    await state.unsubscribe(topic)
    return answer(status())
  })
}

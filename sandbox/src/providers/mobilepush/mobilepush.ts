import type { FastifyInstance } from 'fastify'
import { createTemporaryFailures } from '../../faults/temporary-failure.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import { addApnsRoutes } from './apns-routes.ts'
import type { MobilePush } from './emulator.ts'
import { addFcmRoutes, addGoogleRoutes } from './fcm-routes.ts'
import { takeBytes, takeForms } from '../../http/forms.ts'
import { acceptHttp2 } from './http2.ts'
import { createPhones } from './phone.ts'
import { addTaps, type DoneWith } from './taps.ts'

// Emulates the push services of phones: Firebase Cloud Messaging with Google's token endpoint, and Apple's over HTTP/2.

/**
 * Adds the emulated push services; they stop with the server. Resolves to a function that says what was done with a
 * push on the page.
 */
export async function addMobilePush(
  app: FastifyInstance,
  { store, panel, pace, onError }: SandboxContext,
): Promise<DoneWith> {
  const phones = createPhones(panel, pace, onError)
  const push: MobilePush = { store, panel, phones, failTemporarily: createTemporaryFailures(panel, 'mobilepush') }
  app.addHook('preClose', () => phones.stop())
  acceptHttp2(app)
  await app.register(
    async scope => {
      takeForms(scope)
      addGoogleRoutes(scope)
    },
    { prefix: '/providers/google_oauth' },
  )
  await app.register(async scope => addFcmRoutes(scope, push), { prefix: '/providers/fcm' })
  for (const host of ['apns', 'apns_development']) {
    await app.register(
      async scope => {
        takeBytes(scope)
        addApnsRoutes(scope, push)
      },
      { prefix: `/providers/${host}` },
    )
  }
  return addTaps(app, store)
}

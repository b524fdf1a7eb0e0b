import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../../sandbox-context.ts'
import { addSafari } from '../safari/safari.ts'
import { createBrowsers } from './browser.ts'
import { addDesktop } from './desktop.ts'
import type { WebPush } from './parts.ts'
import { addPushService } from './push-service.ts'
import { Subscriptions } from './subscriptions.ts'

// Emulates a browser's push service, together with the browsers it serves and the desktop on which they show
// notifications.

/** Adds all of it; it stops with the server. */
export async function addWebPush(
  app: FastifyInstance,
  { store, panel, dataDir, pace, onError }: SandboxContext,
): Promise<void> {
  const browsers = createBrowsers(panel, pace, onError)
  app.addHook('preClose', () => browsers.stop())
  const push: WebPush = { store, panel, onError, browsers, subscriptions: new Subscriptions(dataDir) }
  await addPushService(app, push)
  await addDesktop(app, push)
  await addSafari(app, push)
}

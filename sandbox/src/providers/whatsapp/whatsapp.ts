import type { FastifyInstance } from 'fastify'
import { addControlRoutes } from './control-routes.ts'
import type { SandboxContext } from '../../sandbox-context.ts'
import { openWhatsapp, type Whatsapp } from './emulator.ts'
import { addGraphRoutes } from './graph-routes.ts'
import { addWhatsappPage } from './page-routes.ts'

// Emulates the WhatsApp Cloud API: the Graph API's paths, signed webhooks, and a page for its settings.

/** Adds the emulated WhatsApp; it stops with the server. */
export async function addWhatsapp(app: FastifyInstance, options: SandboxContext): Promise<Whatsapp> {
  const whatsapp = await openWhatsapp(options)
  app.addHook('preClose', () => whatsapp.stop())
  await addGraphRoutes(app, whatsapp)
  addControlRoutes(app, whatsapp)
  await addWhatsappPage(app, whatsapp, options.panel)
  return whatsapp
}

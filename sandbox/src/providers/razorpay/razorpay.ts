import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../../sandbox-context.ts'
import { addRazorpayApi } from './api/routes.ts'
import { addCheckout } from './checkout/routes.ts'
import { addControlRoutes } from './control-routes.ts'
import { openRazorpay, type Razorpay } from './emulator.ts'
import { addPaymentsPage } from './page/routes.ts'

// Emulates Razorpay: its API, its checkout, signed webhooks, a page of its one account, and a clock that can be moved.

/** Adds the emulated Razorpay; it stops with the server. */
export async function addRazorpay(app: FastifyInstance, options: SandboxContext): Promise<Razorpay> {
  const razorpay = openRazorpay(options)
  app.addHook('preClose', () => razorpay.stop())
  await addRazorpayApi(app, razorpay)
  addCheckout(app, razorpay)
  addControlRoutes(app, razorpay)
  await addPaymentsPage(app, razorpay)
  return razorpay
}

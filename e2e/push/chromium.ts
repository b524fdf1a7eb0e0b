/** A visitor with Chromium, with its own push service and the desktop of this process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Route } from 'playwright-core'
import { LAUNCH_OPTIONS } from '../browser/launch.ts'
import { startDesktop } from './desktop.ts'
import type { PushEndpoint } from './gcm.ts'
import type { DrivenPage, Visitor } from './visitor.ts'

/** Headless Chromium says so in its user agent, and clicks of automated browsers are not counted. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

/** `site`: the origin that may show notifications. A private window would neither subscribe nor click. */
export async function startChromium(gcm: PushEndpoint, site: string): Promise<Visitor> {
  const desktop = await startDesktop()
  const folder = await mkdtemp(join(tmpdir(), 'notifly-chromium-'))
  const args = [
    ...(LAUNCH_OPTIONS.args ?? []),
    '--disable-quic',
    '--no-first-run',
    `--user-agent=${USER_AGENT}`,
    ...gcm.args,
  ]
  const context = await chromium.launchPersistentContext(folder, {
    ...LAUNCH_OPTIONS,
    args,
    // Otherwise there is no push service.
    ignoreDefaultArgs: ['--disable-background-networking'],
    env: { ...(process.env as Record<string, string>), ...desktop.env },
  })
  await context.grantPermissions(['notifications'], { origin: site })
  await context.route('**/sdk/v1/*', route => redirectEndpoints(route, gcm))
  await context.route('**/authP/alerts/browsers', route => redirectSubscription(route, gcm))
  const page = await context.newPage()
  return {
    page: page as unknown as DrivenPage,
    desktop,
    pushOrigin: gcm.origin,
    addresses: async () => context.pages().map(each => each.url()),
    forgetAll: () => gcm.forgetAll(),
    async close() {
      await context.close()
      await desktop.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Chromium's endpoints contain Google's host, whatever service it uses: replaces it with the one on this machine. */
async function redirectEndpoints(route: Route, gcm: PushEndpoint): Promise<void> {
  const body = new URLSearchParams(route.request().postData() ?? '')
  for (const field of ['endpoint', 'previous']) {
    const endpoint = body.get(field)
    if (endpoint?.includes('/fcm/send/')) body.set(field, gcm.endpointOf(endpoint))
  }
  await (route.request().method() === 'POST' ? route.continue({ postData: body.toString() }) : route.continue())
}

/** The same for the dashboard's own subscription. */
async function redirectSubscription(route: Route, gcm: PushEndpoint): Promise<void> {
  const body = route.request().postDataJSON() as { endpoint: string }
  await route.continue({ postData: JSON.stringify({ ...body, endpoint: gcm.endpointOf(body.endpoint) }) })
}

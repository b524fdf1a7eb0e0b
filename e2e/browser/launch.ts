/** The Chromium that journeys and screenshots drive. */
import process from 'node:process'
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** Options of every launch. Set NOTIFLY_CHROMIUM where the browser lies elsewhere. */
export const LAUNCH_OPTIONS: LaunchOptions = {
  executablePath: process.env.NOTIFLY_CHROMIUM ?? '/usr/bin/chromium',
  // Containers grant neither namespaces nor much shared memory.
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
}

/** A browser that several processes connect to. */
export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(LAUNCH_OPTIONS)
}

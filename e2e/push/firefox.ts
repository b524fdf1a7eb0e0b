/** A visitor with Firefox, with its own push service and the desktop of this process. */
import { existsSync } from 'node:fs'
import process from 'node:process'
import puppeteer, { type Browser } from 'puppeteer-core'
import type { Autopush } from './autopush.ts'
import { startDesktop } from './desktop.ts'
import type { DrivenPage, Visitor } from './visitor.ts'

/** The path of Firefox; the check sets it, and installs Firefox where it can. */
export const FIREFOX = process.env.NOTIFLY_FIREFOX ?? '/usr/bin/firefox-esr'

export const hasFirefox = existsSync(FIREFOX)

const ALLOWED = 1

export function launchFirefox(
  preferences: Record<string, boolean | number | string> = {},
  env: Record<string, string | undefined> = {},
): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    env: { ...process.env, ...env },
    extraPrefsFirefox: preferences,
  })
}

export async function startFirefox(autopush: Autopush): Promise<Visitor> {
  const desktop = await startDesktop()
  const browser = await launchFirefox(
    {
      ...autopush.preferences,
      'permissions.default.desktop-notification': ALLOWED,
      'alerts.useSystemBackend': true,
    },
    desktop.env,
  )
  const page = await browser.newPage()
  return {
    page: page as unknown as DrivenPage,
    desktop,
    pushOrigin: autopush.origin,
    addresses: async () => (await browser.pages()).map(each => each.url()),
    forgetAll: () => autopush.forgetAll(),
    async close() {
      await browser.close()
      await desktop.stop()
    },
  }
}

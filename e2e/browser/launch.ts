/** The Chromium that journeys and screenshots drive. */
import process from 'node:process'
import type { LaunchOptions } from 'playwright-core'

/**
 * Chromium has each new window load the page of its address bar's suggestions, which no test looks at: it costs as much as
 * the page that is looked at (measured with 156: 1.3 s of processor time for a first visit, 0.7 without).
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright 1.65 turns off on Linux: the switch is given twice, and the last one holds. */
const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Options of every launch of the whole browser. Set NOTIFLY_CHROMIUM where it lies elsewhere. */
export const LAUNCH_OPTIONS: LaunchOptions = {
  executablePath: process.env.NOTIFLY_CHROMIUM ?? '/usr/bin/chromium',
  // Containers grant neither namespaces nor much shared memory.
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    `--disable-features=${[...PLAYWRIGHTS_OWN, ...ADDRESS_BAR].join(',')}`,
  ],
}

/** The same without notifications, which is lighter, where the check found such a browser. */
export const SHELL_LAUNCH_OPTIONS: LaunchOptions = {
  ...LAUNCH_OPTIONS,
  ...(process.env.NOTIFLY_HEADLESS_SHELL && { executablePath: process.env.NOTIFLY_HEADLESS_SHELL }),
}

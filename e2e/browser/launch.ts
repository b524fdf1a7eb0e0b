/** Starts Chromium for journeys and screenshots. */
import process from 'node:process'
import type { LaunchOptions } from 'playwright-core'

/**
 * In each new window, Chromium loads the page of its address bar's suggestions, which no test checks: it costs as much as the tested page
 * (measured with 156: 1.3 s of processor time for a first visit, 0.7 without).
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The features that Playwright 1.65 turns off on Linux: the option is given twice, and the last one applies. */
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

/** Options for every launch of the whole browser. Set NOTIFLY_CHROMIUM if it is installed elsewhere. */
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

/** The same for a browser without notifications, which needs less processor time, if the check found one. */
export const SHELL_LAUNCH_OPTIONS: LaunchOptions = {
  ...LAUNCH_OPTIONS,
  ...(process.env.NOTIFLY_HEADLESS_SHELL && { executablePath: process.env.NOTIFLY_HEADLESS_SHELL }),
}

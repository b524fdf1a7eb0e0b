// The browsers that tests drive: found, or installed where that takes no password.
import { ensureBrowser } from './browser.ts'
import { ensureFirefox } from './firefox.ts'
import { ensureHeadlessShell } from './headless-shell.ts'

/** Paths of the browsers that tests use; undefined for a missing one. */
export interface Browsers {
  chromium: string | undefined
  /** Chromium without notifications, for all tests that need none; without it they take Chromium. */
  headlessShell: string | undefined
  firefox: string | undefined
}

/** Finds or installs them; `print` is called before an installation. `failures` contains advice for each that cannot be installed. */
export function ensureBrowsers(root: string, print: (line: string) => void): Browsers & { failures: string[] } {
  const browser = ensureBrowser(root, print)
  const chromium = 'path' in browser ? browser.path : undefined
  const firefox = ensureFirefox(root, print)
  return {
    chromium,
    headlessShell: chromium && ensureHeadlessShell(print),
    firefox: 'path' in firefox ? firefox.path : undefined,
    failures: [
      ...('advice' in browser ? [`FAIL  browser\n${browser.advice}\nTests that need a browser are left out.`] : []),
      ...('advice' in firefox ? [`FAIL  Firefox\n${firefox.advice}\nWeb push is tried in Chromium alone.`] : []),
    ],
  }
}

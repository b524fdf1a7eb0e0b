// Builds the dashboard when its sources are newer than web/dist.
import { type Build, type BuildOutcome, buildWhenStale, hashFiles } from './stale-build.ts'

const DASHBOARD: Build = {
  sources: [
    'web/src/**',
    'web/public/**',
    'web/index.html',
    'web/vite.config.ts',
    'scripts/words-with-code.ts',
    'web/package.json',
    'contracts/src/**',
    // The previews of a site's prompts are the site's own.
    'site-sdk/src/prompts/**',
    'package-lock.json',
  ],
  workspace: 'web',
  proof: 'index.html',
  parts: [[]],
}

/** Hash of everything on which the built dashboard depends; tests are not included. `root` is the checkout. */
export function hashSources(root: string): Promise<string> {
  return hashFiles(root, DASHBOARD.sources)
}

/** Brings web/dist up to date. `onBuild` is called before a build that will take seconds. */
export function buildDashboard(root: string, onBuild: () => void = () => {}): Promise<BuildOutcome> {
  return buildWhenStale(root, DASHBOARD, onBuild)
}

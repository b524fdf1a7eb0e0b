// Builds what sites load from us, their script and their worker, when its sources are newer than site-sdk/dist.
import { type Build, type BuildOutcome, buildWhenStale } from './stale-build.ts'

const SITE_SDK: Build = {
  sources: ['site-sdk/src/**', 'site-sdk/vite.config.ts', 'contracts/src/web-push/prompts.ts', 'package-lock.json'],
  workspace: 'site-sdk',
  proof: 'worker.js',
  parts: [
    ['--mode', 'notifly'],
    ['--mode', 'worker'],
  ],
}

/** Brings site-sdk/dist up to date. This takes less than a second, so nothing is printed. */
export function buildSiteSdk(root: string): Promise<BuildOutcome> {
  return buildWhenStale(root, SITE_SDK, () => {})
}

/** The cases that are tried on the four machines, in their order: what ends machines for good comes last. */
import type { AlarmCase } from '../ground.ts'
import type { Site } from '../site.ts'
import { CAMPAIGN_CASES } from './campaigns.ts'
import { DATABASE_CASES } from './database.ts'
import { HOOK_CASES } from './hooks.ts'
import { PROCESS_CASES } from './processes.ts'
import { WORKER_CASES } from './workers.ts'

export const SITE_CASES: readonly AlarmCase<Site>[] = [
  ...PROCESS_CASES,
  ...DATABASE_CASES,
  ...CAMPAIGN_CASES,
  ...WORKER_CASES,
  ...HOOK_CASES,
]

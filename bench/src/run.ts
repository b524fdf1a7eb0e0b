/** Runs benchmarks one after the other on one PostgreSQL server. */
import { benchEvents } from './audience/events.ts'
import { benchImportBeside } from './audience/import-beside.ts'
import { benchImport } from './audience/import.ts'
import { benchAudience } from './audience/million.ts'
import { benchSegments } from './audience/segments.ts'
import { benchSnapshot } from './audience/snapshot.ts'
import { benchBeside } from './campaign/beside.ts'
import { benchBlocks } from './campaign/blocks.ts'
import { benchGrowth } from './campaign/growth.ts'
import { benchSignedCampaign } from './campaign/signed.ts'
import { benchSums } from './campaign/sums.ts'
import { benchThrottle } from './campaign/throttle.ts'
import { benchCampaign } from './campaign/throughput.ts'
import { benchWorkers } from './campaign/workers.ts'
import { benchDashboards } from './dashboards/dashboards.ts'
import type { Benchmark } from './harness/bench-context.ts'
import { sharedEnvironment, environmentPerBenchmark } from './harness/ground.ts'
import { startPostgres } from './harness/postgres.ts'
import { benchLogs } from './logs/logs.ts'
import { benchMessages, benchMessagesBeside } from './messages/messages.ts'
import type { Result } from './result.ts'
import { type Sizes, TINY } from './sizes.ts'
import { benchSms } from './sms/sms.ts'
import { benchWebhooks } from './webhooks/webhooks.ts'
import { benchWebPush } from './web-push/web-push.ts'
import { benchWhatsapp } from './whatsapp/whatsapp.ts'

/** In the order in which they run, by the names that --only takes. */
export const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([
  ['campaign', benchCampaign],
  ['sums', benchSums],
  ['blocks', benchBlocks],
  ['workers', benchWorkers],
  ['dkim', benchSignedCampaign],
  ['growth', benchGrowth],
  ['web-push', benchWebPush],
  ['sms', benchSms],
  ['whatsapp', benchWhatsapp],
  ['throttle', benchThrottle],
  ['beside', benchBeside],
  ['import', benchImport],
  ['import-beside', benchImportBeside],
  ['snapshot', benchSnapshot],
  ['segments', benchSegments],
  ['events', benchEvents],
  ['audience', benchAudience],
  ['dashboards', benchDashboards],
  ['logs', benchLogs],
  ['webhooks', benchWebhooks],
  ['messages', benchMessages],
  ['messages-beside', benchMessagesBeside],
])

/** Returns the figures of these benchmarks. Rejects when one of them throws. */
export async function runBenchmarks(
  names: Iterable<string>,
  sizes: Sizes,
  say: (line: string) => void,
): Promise<Result[]> {
  await using postgres = await startPostgres()
  await using grounds = sizes === TINY ? sharedEnvironment(postgres) : environmentPerBenchmark(postgres)
  const results: Result[] = []
  for (const name of names) {
    const benchmark = BENCHMARKS.get(name)
    if (benchmark === undefined) throw new Error(`There is no benchmark ${name}: ${[...BENCHMARKS.keys()].join(', ')}.`)
    results.push(...(await benchmark({ postgres, environment: grounds.environment, sizes, say })))
  }
  return results
}

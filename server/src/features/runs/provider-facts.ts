/** What a run's page has to know of the provider that carries its messages. */
import { type ConfigurationRow, openConfiguration } from '../../channels/configuration.ts'
import { channelNamed } from '../../channels/registry.ts'
import type { Deps } from '../../http/deps.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { selectConfiguration } from './run-queries.ts'

export interface ProviderFacts {
  /** It says of each message that arrived that it did. */
  reportsDelivery: boolean
  /** The throttle of the settings; null where there is none. */
  limitPerSecond: number | null
}

/** As the channel is set up now; of one that is not set up nothing is known. */
export async function readProvider(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  { applicationId, channel }: { applicationId: string; channel: string },
): Promise<ProviderFacts> {
  const row = await selectConfiguration(database.kysely, applicationId, channel)
  const provider = row && channelNamed(channel)?.providers[row.provider]
  if (row === undefined || provider === undefined) return { reportsDelivery: false, limitPerSecond: null }
  const settings = openOrPlain(row, secrets)
  const limit = settings['messages_per_second']
  return {
    reportsDelivery: provider.reportsDelivery(settings),
    limitPerSecond: typeof limit === 'number' && limit > 0 ? limit : null,
  }
}

/** What was sealed elsewhere cannot be opened: sending says so, and pages go on with the settings that are no secrets. */
function openOrPlain(row: ConfigurationRow, secrets: Secrets): Record<string, unknown> {
  try {
    return openConfiguration(row, secrets)
  } catch {
    return { ...(row.settings as object) }
  }
}

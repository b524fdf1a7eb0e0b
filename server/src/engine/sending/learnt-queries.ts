/** SQL that keeps what sending has learnt of a provider. */
import type pg from 'pg'
import type { StoredConfiguration } from '../batches/leased-batch.ts'

/** Added to the settings, unless these have changed since: then it may be true of another server. */
export async function rememberSettings(
  pool: pg.Pool,
  { configuration_id, settings }: Pick<StoredConfiguration, 'configuration_id' | 'settings'>,
  learnt: Readonly<Record<string, string>>,
): Promise<void> {
  await pool.query(
    'update channel_configuration set settings = settings || $3::jsonb where configuration_id = $1 and settings = $2::jsonb',
    [configuration_id, JSON.stringify(settings), JSON.stringify(learnt)],
  )
}

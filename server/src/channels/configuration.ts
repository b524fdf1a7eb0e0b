/** A channel's settings as they are stored: plain ones as JSON, secret ones sealed together for the row that holds them. */
import { recordOf } from '../lib/json.ts'
import type { Secrets } from '../lib/secrets.ts'

/** What is read of a row of channel_configuration. */
export interface ConfigurationRow {
  configuration_id: string
  settings: unknown
  secrets: string
  /** Names the configuration in the address that its provider reports to. */
  hook_token?: string
}

export type SecretFields = Readonly<Record<string, string>>

/** All settings of a configuration, secrets and hook token among them. Throws when the row was sealed elsewhere or tampered with. */
export function openConfiguration(row: ConfigurationRow, secrets: Secrets): Record<string, unknown> {
  const { hook_token } = row
  return { ...recordOf(row.settings), ...openSecrets(row, secrets), ...(hook_token !== undefined && { hook_token }) }
}

/** The secret fields alone, for keeping those that a change leaves out. */
export function openSecrets(row: ConfigurationRow, secrets: Secrets): Record<string, string> {
  const fields = recordOf(JSON.parse(secrets.open(row.secrets, placeOf(row.configuration_id))))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

/** Seals the secret fields of a configuration for the column `secrets` of its row. */
export function sealSecrets(configurationId: string, fields: SecretFields, secrets: Secrets): string {
  return secrets.seal(JSON.stringify(fields), placeOf(configurationId))
}

function placeOf(configurationId: string): string {
  return `channel_configuration.secrets:${configurationId}`
}

/** Converts rows of channel_configuration to settings, and back. */
import { type Chosen, formOf, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { fieldsOf } from '@notifly/contracts/channel-settings/form'
import { openConfiguration, sealSecrets } from '../../channels/registry.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { selectConfiguration } from './queries.ts'

export type ConfigurationRow = NonNullable<Awaited<ReturnType<typeof selectConfiguration>>>

/** Returns the stored settings with secrets, and defaults for fields that were added later. */
export function chosenOf(row: ConfigurationRow, secrets: Secrets): Chosen {
  const form = formOf(row.channel as SettingsChannel, row.provider)
  if (form === undefined) throw new Error(`this version does not know the provider ${row.provider} of ${row.channel}`)
  const { settings, secrets: sealedSecrets, configuration_id } = row
  const opened = openConfiguration({ settings, secrets: sealedSecrets, configuration_id }, secrets)
  const generated = Object.fromEntries(form.generated.map(name => [name, opened[name]]))
  return { type: row.provider, settings: { ...form.schema.parse(opened), ...generated } }
}

/** Returns the columns of settings: secrets are sealed for their row. */
export function columnsOf(channel: SettingsChannel, configurationId: string, chosen: Chosen, secrets: Secrets) {
  const form = formOf(channel, chosen.type)
  const secretNames = new Set(
    fieldsOf(form ?? { fields: {} }).flatMap(([name, field]) => (field.isSecret ? [name] : [])),
  )
  const entries = Object.entries(chosen.settings)
  const hidden = entries
    .filter(([name]) => secretNames.has(name))
    .map(([name, value]) => [name, String(value)] as const)
  return {
    provider: chosen.type,
    settings: Object.fromEntries(entries.filter(([name]) => !secretNames.has(name))),
    secrets: sealSecrets(configurationId, Object.fromEntries(hidden), secrets),
  }
}

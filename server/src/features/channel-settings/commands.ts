/** Writes of channel configurations as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/activities'
import { configurationBody } from '@notifly/contracts/channel-settings'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { createEmail, deleteEmail, readEmail, updateEmail } from './channel-settings.ts'
import { SECRET_FIELDS, SERVER_FIELDS } from './kept-secrets.ts'

/** There is one configuration per channel, so the channel's name is its id. */
const ID = 'email'

const setting = (field: string): string => `configuration_setting.${field}`

const common = {
  activity: ACTIVITY.platformEmail,
  object: 'channel',
  objectOf: () => ID,
  secrets: SECRET_FIELDS.map(field => ({
    field: setting(field),
    // The key of DKIM signs here and never leaves, so a change of server does not matter to it.
    boundTo: field === 'password' ? SERVER_FIELDS.map(setting) : [],
  })),
} as const

async function before({ deps, db, actor }: CommandContext): Promise<Values | null> {
  const found = await readEmail({ secrets: deps.secrets, db }, actor.applicationId)
  if (found === null) return null
  return { configuration_type: found.configuration_type, configuration_setting: found.configuration_setting }
}

const hostOf = (values: unknown): string => {
  const { configuration_setting: settings } = (values ?? {}) as { configuration_setting?: Values }
  return textIn(settings ?? null, 'host')
}

export const createEmailSettings = defineCommand({
  ...common,
  name: 'channel.create',
  level: 'create',
  payload: configurationBody,
  title: hostOf,
  before,
  run: createEmail,
})

export const updateEmailSettings = defineCommand({
  ...common,
  name: 'channel.update',
  level: 'update',
  payload: configurationBody,
  title: hostOf,
  before,
  run: updateEmail,
})

export const deleteEmailSettings = defineCommand({
  ...common,
  name: 'channel.delete',
  level: 'delete',
  payload: z.object({}),
  title: (_, found) => hostOf(found),
  before,
  run: deleteEmail,
})

export const channelCommands: readonly AnyCommand[] = [createEmailSettings, updateEmailSettings, deleteEmailSettings]

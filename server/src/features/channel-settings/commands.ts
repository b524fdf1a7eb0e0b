/** Writes of channel configurations as commands that can be held for approval: one of each kind for all channels. */
import { SETTINGS_BODIES } from '@notifly/contracts/channel-settings/channel-settings'
import {
  CHANNEL_FORMS,
  chosenIn,
  formOf,
  placeOfSetting,
  SETTINGS_CHANNELS,
  type SettingsChannel,
} from '@notifly/contracts/channel-settings/channels'
import { PRICES } from '@notifly/contracts/channel-settings/prices'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { fieldsOf } from '@notifly/contracts/channel-settings/form'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { createConfiguration, deleteConfiguration, type Typed, updateConfiguration } from './channel-settings.ts'
import { shownBody } from './answer.ts'
import { pricesOf, savePrices } from './prices.ts'
import { selectConfiguration } from './queries.ts'
import { chosenOf } from './stored.ts'

// Requests of before there were other channels do not name theirs.
const channel = z._default(z.enum(SETTINGS_CHANNELS), 'email')

/** The channel with its body, parsed by the channel's own schema. */
const payload = z.pipe(
  z.looseObject({ channel }),
  z.transform((value, context): Typed => {
    const { channel: name, ...body } = value
    const read = SETTINGS_BODIES[name].safeParse(body)
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        context.issues.push({ code: 'custom', input: body, path: [...path], message })
      }
      return z.NEVER
    }
    const { reopens: _, ...typed } = read.data as Values
    return { ...typed, channel: name }
  }),
)

const common = {
  activity: ACTIVITY.platformEmail,
  activityOf: ({ channel: name }: { channel: SettingsChannel }) => CHANNEL_FORMS[name].activity,
  object: 'channel',
  /** There is one configuration per channel, so the channel's name is its id. */
  objectOf: ({ channel: name }: { channel: SettingsChannel }) => name,
  secrets: SETTINGS_CHANNELS.flatMap(secretsOf),
} as const

function secretsOf(name: SettingsChannel) {
  const { forms, choice } = CHANNEL_FORMS[name]
  return Object.values(forms).flatMap(form =>
    fieldsOf(form).flatMap(([field, { isSecret, boundTo }]) => {
      if (!isSecret) return []
      const bound = boundTo.map(each => placeOfSetting(name, each))
      return [{ field: placeOfSetting(name, field), boundTo: choice === undefined ? bound : [...bound, choice] }]
    }),
  )
}

async function before(
  { deps, db, actor }: CommandContext,
  { channel: name }: { channel: SettingsChannel },
): Promise<Values | null> {
  const row = await selectConfiguration(db, actor.applicationId, name)
  return row === undefined ? null : { channel: name, ...shownBody(name, chosenOf(row, deps.secrets)) }
}

function titleOf(name: SettingsChannel, values: Values | null): string {
  if (values === null) return ''
  const { type, settings } = chosenIn(name, values)
  return formOf(name, type)?.title(settings) ?? ''
}

export const createSettings = defineCommand({
  ...common,
  name: 'channel.create',
  level: 'create',
  payload,
  title: typed => titleOf(typed.channel, typed),
  before,
  run: createConfiguration,
})

export const updateSettings = defineCommand({
  ...common,
  name: 'channel.update',
  level: 'update',
  payload,
  title: typed => titleOf(typed.channel, typed),
  before,
  run: updateConfiguration,
})

export const deleteSettings = defineCommand({
  ...common,
  name: 'channel.delete',
  level: 'delete',
  payload: z.object({ channel }),
  title: (typed, found) => titleOf(typed.channel, found),
  before,
  run: (context, typed) => deleteConfiguration(context, typed.channel),
})

const priced = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('sms'), prices: z.nullable(PRICES.sms) }),
  z.object({ channel: z.literal('whatsapp'), prices: z.nullable(PRICES.whatsapp) }),
])

/** A channel and its prices. */
export type PricedPayload = z.infer<typeof priced>

export const updatePrices = defineCommand({
  activity: ACTIVITY.platformSms,
  activityOf: ({ channel: name }) => CHANNEL_FORMS[name].activity,
  object: 'prices',
  objectOf: ({ channel: name }) => name,
  name: 'prices.update',
  level: 'update',
  payload: priced,
  // Those that are removed had a currency too.
  title: ({ prices }, found) => prices?.currency ?? textIn((found?.['prices'] ?? null) as Values | null, 'currency'),
  before: async ({ db, actor }, { channel: name }) => {
    const prices = await pricesOf(db, actor.applicationId, name)
    return prices === null ? null : { prices }
  },
  run: savePrices,
})

export const channelCommands: readonly AnyCommand[] = [createSettings, updateSettings, deleteSettings, updatePrices]

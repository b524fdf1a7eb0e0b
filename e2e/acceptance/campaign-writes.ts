/** Writes of campaigns on other channels than email: each needs an application in which its channel is set up, and a campaign there. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { createContact } from '@notifly/contracts/contacts/contacts'
import { createSite } from '@notifly/contracts/web-push/web-push'
import { syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { furtherApplication, type Prepare, withChannel } from './prepared-write.ts'
import { SITE } from './site-writes.ts'
import type { World } from './world.ts'

const PUSH = {
  campaignTitle: 'Back in stock',
  campaignMsg: 'See what is new',
  campaignBannerImg: 'https://lumen.example/banner.png',
  campaignPageUrl: 'https://lumen.example/new',
}

const CONTENT: Record<Exclude<Channel, 'email'>, object> = {
  sms: { smsBody: 'See what is new', message_class: 'promotional' },
  whatsapp: { template_name: 'hello_world', language: 'en_US' },
  webpush: PUSH,
  mobilepush: PUSH,
}

const IN_THREE_DAYS = {
  message_type: { type: 1 as const, date: Math.floor(Date.now() / 1000) + 3 * 86_400 },
  campaign_start_date: { type: 3 as const, local_time: 36_000, timezone: 'UTC' },
}

const OTHERS = CHANNELS.filter(channel => channel !== 'email')

export const CAMPAIGN_WRITES = Object.assign({}, ...OTHERS.map(writesOf)) as Record<string, Prepare>

function writesOf(channel: Exclude<Channel, 'email'>): Record<string, Prepare> {
  const { scheduleCampaign, pauseCampaign } = CAMPAIGN_CALLS[channel]
  const { path } = scheduleCampaign
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const body = { campaignName: 'Winter', ...CONTENT[channel], audience, schedule: IN_THREE_DAYS }
  const ready = configuredOnce(channel)
  const scheduled = async (world: World) => {
    const token = await ready(world)
    return { token, uuid: (await world.owner.api(scheduleCampaign, { token, body })).uuid }
  }
  return {
    [`POST ${path}`]: async world => ({ token: await ready(world), body }),
    [`PUT ${path}`]: async world => {
      const { token, uuid } = await scheduled(world)
      return { token, query: { uuid }, body: { campaignName: 'Spring' } }
    },
    [`DELETE ${path}`]: async world => {
      const { token, uuid } = await scheduled(world)
      return { token, query: { uuid } }
    },
    [`POST ${path}/pause`]: async world => {
      const { token, uuid } = await scheduled(world)
      return { token, body: { uuid } }
    },
    [`POST ${path}/resume`]: async world => {
      const { token, uuid } = await scheduled(world)
      await world.owner.api(pauseCampaign, { token, body: { uuid } })
      return { token, body: { uuid } }
    },
    ...(channel === 'whatsapp' && {
      'POST /api/notifications/whatsapp/test': async world => ({
        token: await ready(world),
        body: { content: CONTENT.whatsapp, receivers: ['+34612345678'] },
      }),
    }),
  }
}

/** Writes of channels that change nothing for which a person is accountable. */
export const UNRECORDED_CAMPAIGN_WRITES: Record<string, string> = Object.fromEntries(
  CHANNELS.flatMap(channel => {
    const { createDraft, updateDraft, duplicateCampaign, estimateCampaign, checkCampaign } = CAMPAIGN_CALLS[channel]
    return [
      [`POST ${createDraft.path}`, 'saved at every pause in typing; launching is recorded'],
      [`PUT ${updateDraft.path}`, 'saved at every pause in typing; launching is recorded'],
      [`POST ${duplicateCampaign.path}`, 'makes a draft; launching is recorded'],
      [`POST ${estimateCampaign.path}`, 'only counts'],
      [`POST ${checkCampaign.path}`, 'only judges'],
    ]
  }),
)

/** Actions that need more than a campaign that waits: they are the same as for emails, and are tested there or with their feature. */
export const SAME_AS_MAILS: Record<string, string> = Object.fromEntries([
  ...OTHERS.flatMap(channel => [
    [`POST ${CAMPAIGN_CALLS[channel].chooseWinner.path}`, 'the same act as of mails'],
    [`POST ${CAMPAIGN_CALLS[channel].undoLaunch.path}`, 'the same act as of mails'],
    [`POST ${CAMPAIGN_CALLS[channel].resendCampaign.path}`, 'the same act as of mails, where somebody tells of opens'],
  ]),
  ['POST /api/notifications/webpush/test', 'needs a browser that subscribed'],
  ['POST /api/notifications/mobilepush/test', 'needs a device'],
])

/** A token of the channel's application, which is created once for each world. */
function configuredOnce(channel: Exclude<Channel, 'email'>): (world: World) => Promise<string> {
  const made = new Map<World, Promise<string>>()
  return world => {
    const known = made.get(world) ?? configured(channel, world)
    made.set(world, known)
    return known
  }
}

async function configured(channel: Exclude<Channel, 'email'>, world: World): Promise<string> {
  const { api } = world.owner
  const token = channel === 'webpush' ? (await furtherApplication(world)).token : await withChannel(world, channel)
  if (channel === 'webpush') await api(createSite, { token, body: SITE })
  await api(createContact, { token, body: { email: 'somebody@example.com', phone_number: '+34612345678' } as never })
  if (channel === 'whatsapp') await api(syncWhatsappTemplates, { token })
  return token
}

/** A campaign in the wizard's state. Every part exists; parts that were not filled in are empty. */
import type { Channel } from '@notifly/contracts/applications/applications'
import {
  CONTENT_PARTS,
  type MessageClass,
  type PushAction,
  type WhatsappParameters,
} from '@notifly/contracts/campaigns/content'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { Utm } from '@notifly/contracts/campaigns/utm'
import { type Campaign, type CampaignDraft, commonParts } from '@notifly/contracts/campaigns/campaigns'
import { firstChoice, type ScheduleChoice, withoutPastDays } from '../../../../components/schedules/schedule-choice.ts'
import { fromTest, noTest, type TestChoice, toTest } from '../ab-test/test-choice.ts'
import { fromSchedule, toSchedule } from '../../../../components/schedules/schedule-wire.ts'
import { dayAt } from '../../../../components/schedules/zone-time.ts'

export type WizardFile = Campaign['attachments'][number]

export interface AudienceChoice {
  all: boolean
  segment_uuids: string[]
  exclude_segment_uuids: string[]
}

export interface CampaignValues {
  campaignName: string
  emailSubject: string
  emailBody: string
  template_uuid: string | null
  topic_uuid: string | null
  from_name: string
  reply_to: string
  preheader: string
  attachments: WizardFile[]
  smsBody: string
  message_class: MessageClass
  /** Null: the default. Links are shortened, except in a text registered with DLT. */
  track_links: boolean | null
  template_name: string
  language: string
  parameters: WhatsappParameters
  campaignTitle: string
  campaignMsg: string
  campaignBannerImg: string
  campaignIcon: string
  campaignPageUrl: string
  actions: PushAction[]
  audience: AudienceChoice
  schedule: ScheduleChoice
  ab_test: TestChoice
  /** Null: links are not tagged. Undefined: they get the application's default tags. */
  utm: Utm | null | undefined
  goal: Goal | null
}

type MessageValues = Omit<
  CampaignValues,
  'campaignName' | 'topic_uuid' | 'attachments' | 'audience' | 'schedule' | 'ab_test' | 'utm' | 'goal'
>

/** Empty values of all channels. Only those of the campaign's own channel are sent to the server. */
const NO_MESSAGE: MessageValues = {
  emailSubject: '',
  emailBody: '',
  template_uuid: null,
  from_name: '',
  reply_to: '',
  preheader: '',
  smsBody: '',
  // The default is the class that only reaches contacts who gave consent.
  message_class: 'promotional',
  track_links: null,
  template_name: '',
  language: '',
  parameters: {},
  campaignTitle: '',
  campaignMsg: '',
  campaignBannerImg: '',
  campaignIcon: '',
  campaignPageUrl: '',
  actions: [],
}

export function emptyValues(timezone: string, segment?: string): CampaignValues {
  return {
    ...NO_MESSAGE,
    campaignName: '',
    topic_uuid: null,
    attachments: [],
    audience: { all: false, segment_uuids: segment === undefined ? [] : [segment], exclude_segment_uuids: [] },
    schedule: firstChoice(timezone),
    ab_test: noTest(),
    utm: undefined,
    goal: null,
  }
}

/** The values of a stored campaign, or of the parts that a request contains. */
export function fromCampaign(campaign: Partial<Campaign>, timezone: string, now = Date.now() / 1000): CampaignValues {
  const { audience } = campaign
  const schedule = fromSchedule(campaign.schedule ?? null, timezone)
  return {
    ...messageOf(campaign),
    campaignName: campaign.campaignName ?? '',
    topic_uuid: campaign.topic_uuid ?? null,
    attachments: campaign.attachments ?? [],
    audience: {
      all: audience?.all ?? false,
      segment_uuids: audience?.segment_uuids ?? [],
      exclude_segment_uuids: audience?.exclude_segment_uuids ?? [],
    },
    schedule: withoutPastDays(schedule, dayAt(now, schedule.timezone)),
    ab_test: fromTest(campaign.ab_test),
    utm: campaign.utm,
    goal: campaign.goal ?? null,
  }
}

/**
 * The initial values that the server does not have: everything preselected in a new campaign, and the schedule of a
 * campaign without one.
 */
export function unstoredParts(
  values: CampaignValues,
  stored: Campaign | undefined,
  timezone: string,
): Partial<CampaignValues> {
  const { schedule } = values
  if (stored !== undefined) return stored.schedule === null ? { schedule } : {}
  const empty = Object.entries(emptyValues(timezone))
  const chosen = empty.flatMap(([name, nothing]) => {
    const value = values[name as keyof CampaignValues]
    return JSON.stringify(value) === JSON.stringify(nothing) ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(chosen), schedule }
}

/** The message so far; missing parts are empty. */
function messageOf(campaign: Partial<Campaign>): MessageValues {
  const names = Object.keys(NO_MESSAGE) as (keyof MessageValues)[]
  const given = names.flatMap(name => {
    const value = campaign[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return { ...NO_MESSAGE, ...Object.fromEntries(given) }
}

/** The message itself, without audience and schedule. */
export function contentOf(channel: Channel, values: CampaignValues): CampaignDraft {
  const parts = Object.entries(values).filter(([name]) => name in CONTENT_PARTS[channel])
  return Object.fromEntries(parts)
}

/** The given parts that the channel supports, as the API takes them. */
export function toParts(channel: Channel, given: Partial<CampaignValues>): CampaignDraft {
  const { schedule, ab_test: test, ...parts } = given
  const known = { ...commonParts, ...CONTENT_PARTS[channel] }
  return {
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => name in known)),
    ...(schedule !== undefined && { schedule: toSchedule(schedule) }),
    ...(test !== undefined && { ab_test: toTest(test) }),
  }
}

/** A campaign as the wizard holds it: every part is there, empty where nothing was chosen. */
import type { Campaign, CampaignDraft } from '@notifly/contracts/campaigns'
import { firstChoice, type ScheduleChoice, withoutPastDays } from '../../../components/schedule/schedule-choice.ts'
import { fromTest, noTest, type TestChoice, toTest } from './ab-test/test-choice.ts'
import { fromSchedule, toSchedule } from '../../../components/schedule/schedule-wire.ts'
import { dayAt } from '../../../components/schedule/zone-time.ts'

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
  audience: AudienceChoice
  schedule: ScheduleChoice
  ab_test: TestChoice
}

export function emptyValues(timezone: string, segment?: string): CampaignValues {
  return {
    campaignName: '',
    emailSubject: '',
    emailBody: '',
    template_uuid: null,
    topic_uuid: null,
    from_name: '',
    reply_to: '',
    preheader: '',
    attachments: [],
    audience: { all: false, segment_uuids: segment === undefined ? [] : [segment], exclude_segment_uuids: [] },
    schedule: firstChoice(timezone),
    ab_test: noTest(),
  }
}

export function fromCampaign(campaign: Campaign, timezone: string, now = Date.now() / 1000): CampaignValues {
  const { audience } = campaign
  const schedule = fromSchedule(campaign.schedule, timezone)
  return {
    campaignName: campaign.campaignName,
    emailSubject: campaign.emailSubject ?? '',
    emailBody: campaign.emailBody ?? '',
    template_uuid: campaign.template_uuid ?? null,
    topic_uuid: campaign.topic_uuid ?? null,
    from_name: campaign.from_name ?? '',
    reply_to: campaign.reply_to ?? '',
    preheader: campaign.preheader ?? '',
    attachments: campaign.attachments,
    audience: {
      all: audience?.all ?? false,
      segment_uuids: audience?.segment_uuids ?? [],
      exclude_segment_uuids: audience?.exclude_segment_uuids ?? [],
    },
    schedule: withoutPastDays(schedule, dayAt(now, schedule.timezone)),
    ab_test: fromTest(campaign.ab_test),
  }
}

/** The parts given, as the wire has them. */
export function toParts({ schedule, ab_test: test, ...parts }: Partial<CampaignValues>): CampaignDraft {
  return {
    ...parts,
    ...(schedule !== undefined && { schedule: toSchedule(schedule) }),
    ...(test !== undefined && { ab_test: toTest(test) }),
  }
}

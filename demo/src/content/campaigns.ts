/** The shop's campaigns. */
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import { type CampaignPlan, OTHER_SUBJECT } from './campaign-plan.ts'
import { MAILS } from './mails.ts'
import { PUSHES, TEXTS } from './texts-and-pushes.ts'

const at = (hours: number, minutes = 0) =>
  ({ type: 3, local_time: hours * 3600 + minutes * 60, timezone: 'Europe/London' }) as const
const OWN_CLOCK = { delivery_in_users_timezone: false } as const

/** A schedule on those days of the week (1 is Sunday) or month, at that time, without an end. */
function every(days: { days_of_week?: number[]; days_of_month?: number[] }, hours: number, minutes = 0): Schedule {
  return {
    message_type: { type: 3, ...days },
    campaign_start_date: at(hours, minutes),
    sunset: { type: 2, never_end_camgaign: true },
    advanced: OWN_CLOCK,
  }
}

const RECURRING: readonly CampaignPlan[] = [
  {
    name: 'Weekly journal',
    channel: 'email',
    days: -179,
    time: '15:10',
    to: ['newsletter'],
    template: 'journal',
    schedule: every({ days_of_week: [3] }, 9, 30),
    tags: ['newsletter'],
    topic: 'news',
    sells: true,
  },
  {
    name: 'Loyalty statement',
    channel: 'email',
    days: -161,
    time: '11:05',
    to: ['loyal'],
    template: 'loyalty',
    schedule: every({ days_of_month: [2] }, 10),
    rates: { opened: 0.46, clicked: 0.1 },
    tags: ['loyalty'],
    topic: 'loyalty',
  },
  {
    name: 'Welcome letter',
    channel: 'email',
    days: -157,
    time: '16:20',
    to: ['new'],
    template: 'welcome',
    schedule: every({ days_of_week: [5] }, 16),
    rates: { opened: 0.58, clicked: 0.22 },
    tags: ['lifecycle'],
  },
  {
    name: 'Price drop alert',
    channel: 'webpush',
    days: -139,
    time: '14:00',
    to: ['lampBrowsers'],
    template: 'drop',
    schedule: every({ days_of_week: [6] }, 18),
    tags: ['shop'],
  },
  {
    name: 'New arrivals in the app',
    channel: 'mobilepush',
    days: -51,
    time: '10:00',
    to: ['apps'],
    template: 'arrivals',
    schedule: every({ days_of_week: [4] }, 12, 15),
    tags: ['app'],
  },
]

/** All campaigns that were sent, including recurring ones. */
export const SENT_CAMPAIGNS: readonly CampaignPlan[] = [...RECURRING, ...MAILS, ...TEXTS, ...PUSHES]

/** A campaign that was paused after half of its messages. */
export const PAUSED_CAMPAIGN: CampaignPlan = {
  name: 'Cart reminder',
  channel: 'mobilepush',
  days: -1,
  time: '19:02',
  to: ['apps'],
  template: 'cart',
  tags: ['app'],
}

/** A campaign of today, so that the dashboard has data for today too. */
export const TODAYS_CAMPAIGN: CampaignPlan = {
  name: 'Quay bench launch',
  channel: 'email',
  days: 0,
  time: '00:00',
  to: ['goldApps'],
  template: 'season',
  content: OTHER_SUBJECT('The Quay bench is here'),
  rates: { opened: 0.45, clicked: 0.18 },
  tags: ['newsletter'],
  topic: 'news',
  sells: true,
}

export const DRAFTS: readonly CampaignPlan[] = [
  {
    name: 'Gift guide',
    channel: 'email',
    days: -3,
    time: '15:20',
    to: ['apps'],
    template: 'season',
    content: OTHER_SUBJECT('Forty gifts under £40'),
  },
  { name: 'Returns survey', channel: 'email', days: -5, time: '10:10', to: [], template: 'survey' },
  { name: 'Pop up store', channel: 'sms', days: -4, time: '16:50', to: ['britain'], template: 'event' },
  { name: 'Wishlist reminder', channel: 'webpush', days: -9, time: '11:45', to: ['lamp'], template: 'back' },
]

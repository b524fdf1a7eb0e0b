/** Panels of dashboards as CSV. */
import { COUNT_NAMES, ratesOf } from '@notifly/contracts/dashboards/figures'
import { type Panel, PANELS_OF } from '@notifly/contracts/dashboards/exports'
import type { CampaignFigures } from '@notifly/contracts/dashboards/parts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { invalidField } from '../../lib/app-error.ts'
import { printCsvRow } from '@notifly/contracts/csv'
import { presentFailures, presentMailboxes, presentUsed, readDetails } from './details.ts'
import type { DeviceCounts } from './channels/devices.ts'
import type { PushChannel } from './channels/device-queries.ts'
import { emailOutcomes, readLists } from './channels/email.ts'
import { readDaily, readParts, readPeriods } from './frame.ts'
import { readGoalCampaigns, readGoalDays } from './goals.ts'
import { readLinks } from './links.ts'
import { type Asked, dayAt } from './range.ts'
import { presentClasses, readStopReplies } from './channels/sms.ts'
import { readSmsCosts } from './channels/sms-costs.ts'
import { selectSegments } from './channels/sms-queries.ts'
import { readWhatsappCosts } from './channels/whatsapp-costs.ts'
import { presentTemplates, readTemplates } from './channels/whatsapp-templates.ts'

type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>

/** These panels read stored counts only. */
export const COUNTED_PANELS: readonly Panel[] = ['subscriptions', 'prompts', 'platforms', 'app_versions']

/** Throws invalidInput for a panel that the channel's dashboard does not have. */
export async function exportPanel(db: Db, asked: Asked, panel: Panel, counts: DeviceCounts): Promise<string> {
  if (!PANELS_OF[asked.source.channel].includes(panel)) throw invalidField('panel', sentence('dashboards.panel'))
  return print(...(await READ[panel]({ db, asked, counts })))
}

/** Starts with a byte order mark, by which spreadsheet programs recognise UTF-8; unknown values are empty. */
function print(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(row => printCsvRow(columns.map(name => String(row[name] ?? ''))))
  return `\uFEFF${printCsvRow(columns)}${lines.join('')}`
}

interface Reading {
  db: Db
  asked: Asked
  counts: DeviceCounts
}
type Table = [columns: readonly string[], rows: readonly Row[]]

const RATES = [
  'delivery_rate',
  'open_rate',
  'click_rate',
  'click_through_rate',
  'hard_bounce_rate',
  'bounce_rate',
  'unsubscribe_rate',
  'complaint_rate',
] as const

const CAMPAIGN_COLUMNS = ['uuid', 'name', 'status', 'last_sent_on', ...COUNT_NAMES, ...RATES]

function rowOf(campaign: CampaignFigures): Row {
  return { ...campaign, last_sent_on: new Date(campaign.last_sent_on * 1000).toISOString() }
}

const READ: Record<Panel, (reading: Reading) => Promise<Table>> = {
  async daily({ db, asked }) {
    const days = await readDaily(db, asked.source, asked.days)
    const rows = days.map(day => ({ ...day, ...ratesOf(day), date: dayText(day.date, asked) }))
    return [['date', ...COUNT_NAMES, ...RATES], rows]
  },
  campaigns: async ({ db, asked }) => [CAMPAIGN_COLUMNS, (await readParts(db, asked)).campaigns.map(rowOf)],
  links: async ({ db, asked }) => [['url', 'clicks', 'runs'], await readLinks(db, asked)],
  async failures({ db, asked }) {
    const { reason } = await readDetails(db, asked, ['reason'])
    const rows = presentFailures(reason).map(({ reason_text_sentence: _, ...row }) => row)
    return [['reason', 'reason_text', 'count'], rows]
  },
  async conversions({ db, asked }) {
    const rows = await readGoalDays(db, asked)
    return [['date', 'conversions', 'converted'], rows.map(row => ({ ...row, date: dayText(row.date, asked) }))]
  },
  async goals({ db, asked }) {
    const rows = (await readGoalCampaigns(db, asked)).map(({ revenue, ...row }) => ({
      ...row,
      revenue: revenue.map(({ amount, currency }) => `${amount} ${currency}`).join('; '),
    }))
    const figures = ['delivered', 'conversions', 'converted', 'conversion_rate', 'revenue']
    return [['uuid', 'name', 'runs', ...figures], rows]
  },
  browsers: reading => usedWith(reading, 'browser'),
  systems: reading => usedWith(reading, 'system'),
  devices: reading => usedWith(reading, 'device'),
  async mailboxes({ db, asked }) {
    const { mailbox } = await readDetails(db, asked, ['mailbox'])
    const counts = ['sent', 'bounced', 'complained', 'opened', 'clicked']
    return [['name', ...counts, 'bounce_rate', 'complaint_rate', 'open_rate', 'standing'], presentMailboxes(mailbox)]
  },
  async outcomes({ db, asked }) {
    const { current } = await readPeriods(db, { ...asked, before: null })
    return [['name', 'count'], emailOutcomes(current.totals)]
  },
  async latest_campaigns({ db, asked }) {
    const lists = Object.entries(await readLists(db, asked))
    const rows = lists.flatMap(([list, campaigns]) => campaigns.map(campaign => ({ ...rowOf(campaign), list })))
    return [['list', ...CAMPAIGN_COLUMNS], rows]
  },
  async classes({ db, asked }) {
    const costs = await readSmsCosts(db, asked, asked.days)
    const { kinds } = await readParts(db, asked, 'class')
    const segments = await selectSegments(db, asked.source, asked.days.starts)
    const columns = ['name', 'sent', 'delivered', 'failed', 'clicked', 'segments', 'delivery_rate', 'cost', 'currency']
    return [columns, inCurrency(presentClasses(kinds, segments, costs), costs)]
  },
  async countries({ db, asked }) {
    const costs = await readSmsCosts(db, asked, asked.days)
    return [['calling_code', 'segments', 'price', 'cost', 'currency'], inCurrency(costs.countries, costs)]
  },
  async stop_replies({ db, asked }) {
    const { points } = await readStopReplies(db, asked.source.applicationId, asked.days)
    return [['date', 'count'], points.map(({ date, count }) => ({ date: dayText(date, asked), count }))]
  },
  templates: async ({ db, asked }) => [
    ['name', 'language', 'category', ...COUNT_NAMES, ...RATES],
    presentTemplates(await readTemplates(db, asked)),
  ],
  async categories({ db, asked }) {
    const costs = await readWhatsappCosts(db, asked.source.applicationId, await readTemplates(db, asked))
    return [['category', 'sent', 'delivered', 'price', 'cost', 'currency'], inCurrency(costs.categories, costs)]
  },
  async subscriptions({ asked, counts }) {
    const { points } = await counts.subscriptions(pushOf(asked), asked.days)
    return [['date', 'gained', 'lost'], points.map(point => ({ ...point, date: dayText(point.date, asked) }))]
  },
  async prompts({ asked, counts }) {
    const { prompts } = await counts.subscriptions(pushOf(asked), asked.days)
    return [['prompt', 'gained', 'lost', 'subscribed'], prompts]
  },
  platforms: async ({ asked, counts }) => [['name', 'count'], (await counts.devices(pushOf(asked))).platforms],
  app_versions: async ({ asked, counts }) => [['name', 'count'], (await counts.devices(pushOf(asked))).versions],
}

/** Costs name their currency. */
function inCurrency(rows: readonly Row[], { currency }: { currency: string | null }): Row[] {
  return rows.map(row => ({ ...row, currency }))
}

/** In the form of the request's range. */
function dayText(date: number, { days }: Asked): string {
  return dayAt(new Date(date * 1000), days.timezone).toString()
}

async function usedWith({ db, asked }: Reading, kind: 'browser' | 'system' | 'device'): Promise<Table> {
  const details = await readDetails(db, asked, [kind])
  const rows = presentUsed(details[kind], 'opened').map(({ name, opened, clicked }) => ({ name, opened, clicked }))
  return [['name', 'opened', 'clicked'], rows]
}

function pushOf({ source: { applicationId, channel } }: Asked): PushChannel {
  return { applicationId, channel: channel === 'webpush' ? channel : 'mobilepush' }
}

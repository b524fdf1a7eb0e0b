/** The application of a shop after some weeks: three thousand contacts, campaigns that ended, one that runs. */
import { readCampaign } from '@notifly/contracts/campaigns/calls'
import { readFileSync } from 'node:fs'
import { listInvoices } from '@notifly/contracts/billing/invoices'
import { listContacts } from '@notifly/contracts/contacts/audience'
import type { CampaignLaunch } from '@notifly/contracts/campaigns/campaigns'
import { readEmailConfiguration, updateEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { listRecipients, readRun } from '@notifly/contracts/runs/deliveries'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import type { Lumen } from './lumen.ts'
import { AUDIENCE_FILE, audienceOf, welcomeTo } from './material.ts'
import { buyMonth } from './payments.ts'
import { type Addresses, invite, newEmail, newMember, newOwner, newPerson, OPERATORS, type Owner } from './people.ts'
import {
  AT_ONCE,
  connectEmail,
  connectWhatsapp,
  draftCampaign,
  everyWeek,
  importAudience,
  launchCampaign,
  saveForm,
  saveRules,
  saveTemplate,
  sendCampaign,
  sendOrderEvents,
} from './seeds.ts'
import { waitFor } from './wait-for.ts'
import { newWebhook } from './webhooks.ts'

/** Slow enough that the last campaign still runs while the pictures are taken. */
const MESSAGES_PER_SECOND = 25
/** Mails of that campaign before the pictures are taken, and clicks of the one before. */
const SENT = 500
const CLICKS = 400

/** Recipients of the A/B test of subjects; all others wait for its winner. */
const TESTED = 500
const SUBJECTS = {
  part: 'subject' as const,
  variants: ['Candle week begins', '{{ first_name | default: "Hello" }}, light a candle'],
  share: 20,
  metric: 'opened' as const,
  after_hours: 4,
}

const SLOW_MS = 120_000

export interface Demo extends Lumen {
  /** A run that goes on. */
  running: string
  /** A run that compares two subjects and has no winner yet. */
  tested: string
  /** A recipient of the ended run who opened the email and followed a link: a delivery's id. */
  reader: string
}

/** Creates it through the API, with a sandbox whose recipients bounce, open and click at realistic rates. */
export async function demo(product: Addresses): Promise<Demo> {
  await turnDials(product.sandboxUrl, {
    hard_bounce_rate: 0.012,
    soft_bounce_rate: 0.02,
    open_rate: 0.46,
    click_rate: 0.17,
  })
  const person = await newPerson(product, 'Asha Raman')
  const [owner, beginner, newcomer, operator] = await Promise.all([
    newOwner(product, person, 'Harbor & Pine'),
    newOwner(product),
    newPerson(product, 'Tomás Vidal'),
    newPerson(product, 'Ines Okafor', 'en', OPERATORS.screens),
  ])
  await connectEmail(owner, { sender_email: 'hello@harbor-pine.example', from_name: 'Harbor & Pine' })
  const segment = await importAudience(owner, readFileSync(AUDIENCE_FILE, 'utf8'), 'Newsletter readers')
  const webhook = await newWebhook(product, owner, 'Order system')
  const few = ['Ana', 'Bruno', 'Chandra'].map(firstName => ({ email: newEmail(), firstName }))
  await importAudience(owner, audienceOf(few), 'Store team')
  const template = await saveTemplate(owner, {
    name: 'Welcome',
    subject: 'Welcome, {{ first_name | default: "friend" }}',
    html: mail(),
  })
  const to = { template_uuid: template, audience: { segment_uuids: [segment], exclude_segment_uuids: [] } }
  const run = await sendCampaign(owner, { ...to, campaignName: 'Welcome to autumn' })
  const tested = await startCampaign(owner, { ...to, campaignName: 'Candle week', ab_test: SUBJECTS }, TESTED)
  const reader = await waitForReader(owner, run)
  await slowDown(owner)
  const running = await startCampaign(owner, { ...to, campaignName: 'Lantern evening' })
  await launchCampaign(owner, { ...to, campaignName: 'Winter preview', schedule: nextWeek() })
  const recurring = await launchCampaign(owner, { ...to, campaignName: 'Weekly refill', schedule: everyWeek() })
  const draft = await draftCampaign(owner, { ...to, campaignName: 'Winter catalogue' })
  const rules = await saveRules(owner, { segment, campaign: recurring })
  const form = await saveForm(owner)
  const whatsapp = await connectWhatsapp(owner)
  const [contact] = await owner.api(listContacts, { token: owner.token, query: { search: 'person.1+list' } })
  const event = await sendOrderEvents(product, owner, contact?.uuid ?? '')
  const [organization] = await owner.api(listOrganizations, { token: owner.token, query: {} })
  const member = await newMember(product, owner, 'creator', 'Priya Nair')
  const invitation = await invite(product, owner, 'jonas@harbor-pine.example', 'validator')
  const bought = await buyMonth(product, owner, 'business-monthly')
  const [bill] = await owner.api(listInvoices, { token: owner.token, query: {} })
  const uuids = { organization: organization?.uuid ?? '', contact: contact?.uuid ?? '', member: member.uuid }
  const paid = { subscription: bought.uuid, invoice: bill?.number ?? '' }
  return {
    owner,
    beginner,
    newcomer,
    operator,
    segment,
    rules,
    form,
    template,
    whatsapp,
    run,
    draft,
    recurring,
    webhook,
    running,
    tested,
    reader,
    event,
    invitation: invitation.link,
    ...uuids,
    ...paid,
  }
}

function mail(): string {
  return welcomeTo('https://harbor-pine.example/start')
    .replaceAll('[Product Name]', 'Harbor & Pine')
    .replaceAll('lumen.example', 'harbor-pine.example')
}

async function turnDials(sandboxUrl: string, dials: Record<string, number>): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/faults/email`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...dials, seed: 7 }),
  })
  if (!response.ok) throw new Error(`The dials: ${response.status} ${await response.text()}`)
}

/** Waits for a click, which comes after an open. */
function waitForReader({ api, token }: Owner, run: string): Promise<string> {
  const params = { notification_type: 'email' as const, uuid: run }
  return waitFor(
    'somebody who follows a link',
    async () => {
      const { counts } = await api(readRun, { token, params })
      if ((counts.clicked ?? 0) < CLICKS) return undefined
      const clicked = await api(listRecipients, { token, params, query: { status: 'clicked', per_page: 100 } })
      // A name that every machine has letters for.
      return clicked.find(({ name }) => /^[a-z ]+$/i.test(name))?.uuid
    },
    SLOW_MS,
  )
}

async function slowDown({ api, token }: Owner): Promise<void> {
  const configuration = await api(readEmailConfiguration, { token })
  if (configuration?.configuration_type !== 'smtp') throw new Error('Email isn’t set up')
  const setting = { ...configuration.configuration_setting, messages_per_second: MESSAGES_PER_SECOND }
  await api(updateEmailConfiguration, {
    token,
    body: { configuration_type: 'smtp', configuration_setting: setting },
  })
}

async function startCampaign(owner: Owner, campaign: CampaignLaunch, least = SENT): Promise<string> {
  const uuid = await launchCampaign(owner, { ...campaign, schedule: AT_ONCE })
  return waitFor(
    `the run of ${campaign.campaignName}`,
    async () => {
      const { counts, run_uuid } = await owner.api(readCampaign, { token: owner.token, query: { uuid } })
      return (counts.sent ?? 0) > least ? (run_uuid ?? undefined) : undefined
    },
    SLOW_MS,
  )
}

/** Seven days from now, at half past nine. */
function nextWeek(): NonNullable<CampaignLaunch['schedule']> {
  const date = Math.floor(Date.now() / 1000) + 7 * 86_400
  return {
    message_type: { type: 1, date },
    campaign_start_date: { type: 3, local_time: 9 * 3600 + 30 * 60, timezone: 'Europe/Lisbon' },
  }
}

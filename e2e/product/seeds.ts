/** Creates what an application needs before a campaign through the API, for journeys that begin later. */
import { issueAccessToken, type IssuedToken } from '@notifly/contracts/api-keys/access-tokens'
import { createApiKey, readClientSecret } from '@notifly/contracts/api-keys/api-keys'
import { createDraft, readCampaign, scheduleCampaign } from '@notifly/contracts/campaigns/calls'
import type { CampaignLaunch } from '@notifly/contracts/campaigns/campaigns'
import { CONFIGURATION_CALLS, createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { createSegment } from '@notifly/contracts/contacts/audience'
import { sendEvents } from '@notifly/contracts/events/events'
import { insertImport, readImport, verifyImport } from '@notifly/contracts/imports/imports'
import { readInstallation } from '@notifly/contracts/operator/installation'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { createSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { createTemplate } from '@notifly/contracts/templates/templates'
import { listWhatsappTemplates, syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type Addresses, type Owner, PASSWORD } from './people.ts'
import { waitFor } from './wait-for.ts'

/** Lets an application send through the sandbox. */
export async function connectEmail(
  { api, token, email }: Owner,
  sender = { sender_email: email, from_name: 'Lumen Store' },
): Promise<void> {
  const { sandbox_smtp: sandbox } = await api(readInstallation)
  if (sandbox === null) throw new Error('The sandbox is off')
  await api(createEmailConfiguration, {
    token,
    body: {
      configuration_type: 'smtp',
      configuration_setting: {
        ...sender,
        host: sandbox.host,
        port_no: sandbox.port,
        username: 'sandbox',
        password: 'sandbox',
        security: 'none',
      },
    },
  })
}

/** Imports a CSV text as a segment and waits until all are in it. Returns the segment. */
export async function importAudience(
  { api, token }: Owner,
  csv: string,
  segment: string,
  timeoutMs?: number,
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([csv], 'audience.csv', { type: 'text/csv' }))
  const { corelation_id } = await api(verifyImport, { token, body: form })
  const { segment_uuid } = await api(insertImport, {
    token,
    params: { uuid: corelation_id },
    body: { segment_name: segment },
  })
  const isDone = async (): Promise<true | undefined> => {
    const { state } = await api(readImport, { token, params: { corelation_id } })
    return state === 'done' ? true : undefined
  }
  await waitFor('the import', isDone, timeoutMs)
  return segment_uuid
}

/** Saves an email template. Returns its id. */
export async function saveTemplate(
  { api, token }: Owner,
  template: { name: string; subject: string; html: string },
): Promise<string> {
  return (await api(createTemplate, { token, body: { type: 'Email', ...template } })).template_uuid
}

/** Saves a segment with rules of each kind. Returns its id. */
export async function saveRules(
  { api, token }: Owner,
  { segment, campaign }: { segment: string; campaign: string },
): Promise<string> {
  const rules: RuleGroup = {
    kind: 'group',
    match: 'any',
    rules: [
      { kind: 'field', field: 'email', type: 'text', op: 'is_not_empty' },
      { kind: 'segment', op: 'is_member', segment_uuid: segment },
      {
        kind: 'behaviour',
        event: 'opened',
        campaign_uuid: campaign,
        when: { op: 'ever' },
        times: { op: 'at_least', n: 1 },
      },
    ],
  }
  return (await api(createSegment, { token, body: { segment_name: 'By rules', rules } })).segment_uuid
}

/** Saves a form that asks for an address. Returns its id. */
export async function saveForm({ api, token }: Owner): Promise<string> {
  const body = { name: 'Newsletter', consent_text: 'I agree.', fields: [{ name: 'email' }] }
  return (await api(createSignUpForm, { token, body })).uuid
}

/** Connects WhatsApp to the sandbox's account. Returns one of its templates. */
export async function connectWhatsapp({ api, token }: Owner): Promise<string> {
  const body = {
    buisness_account_id: '100200300',
    phone_number_id: '300200100',
    token: 'a password',
    app_id: '400500600',
  }
  await api(CONFIGURATION_CALLS.whatsapp.create, { token, body })
  await api(syncWhatsappTemplates, { token })
  const [template] = await api(listWhatsappTemplates, { token })
  if (template === undefined) throw new Error('the account has no template')
  return template.uuid
}

/** Sends a campaign at once and waits until all have the email. Returns its run. */
export async function sendCampaign(owner: Owner, campaign: Omit<CampaignLaunch, 'schedule'>): Promise<string> {
  const uuid = await launchCampaign(owner, {
    ...campaign,
    schedule: AT_ONCE,
  })
  return waitFor('the run to end', async () => {
    const { status, run_uuid } = await owner.api(readCampaign, { token: owner.token, query: { uuid } })
    return status === 'sent' ? (run_uuid ?? undefined) : undefined
  })
}

/** Launches a campaign unchanged. Returns its id. */
export async function launchCampaign({ api, token }: Owner, campaign: CampaignLaunch): Promise<string> {
  return (await api(scheduleCampaign, { token, body: campaign })).uuid
}

export const AT_ONCE = {
  message_type: { type: 1 as const },
  campaign_start_date: { type: 1 as const, send_immediately: true },
}

/** Mondays and Thursdays at half past nine, for all at once. */
export function everyWeek(): NonNullable<CampaignLaunch['schedule']> {
  return {
    message_type: { type: 3, days_of_week: [2, 5] },
    campaign_start_date: { type: 3, local_time: 9 * 3600 + 30 * 60, timezone: 'Europe/Lisbon' },
    advanced: { delivery_in_users_timezone: false, do_not_disturb: false },
  }
}

/** Saves an unfinished campaign. Returns its id. */
export async function draftCampaign({ api, token }: Owner, campaign: CampaignLaunch): Promise<string> {
  return (await api(createDraft, { token, body: campaign })).uuid
}

/** Sends events about a contact's orders as a program of the owner. Returns the name of these events. */
export async function sendOrderEvents({ url }: Addresses, { api, token }: Owner, contact: string): Promise<string> {
  const key = { name: 'Orders', scopes: ['events:write' as const] }
  const { client_id } = await api(createApiKey, { token, body: key })
  const { client_secret } = await api(readClientSecret, { token, body: { client_id, password: PASSWORD } })
  const response = await fetch(`${url}${issueAccessToken.path}`, {
    method: issueAccessToken.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await response.json()) as IssuedToken
  const name = 'order_completed'
  const events = ORDERS.map(properties => ({ contact_uuid: contact, name, properties }))
  await api(sendEvents, { token: access_token, body: { events } })
  return name
}

const ORDERS = [
  { total: 49.9, currency: 'EUR', gift: false, ordered_on: '2026-11-20' },
  {
    total: 18,
    currency: 'EUR',
    gift: true,
    note: 'Please leave it with the neighbours on the second floor. '.repeat(4),
  },
  { total: 120.5, currency: 'INR', gift: false, ordered_on: '2026-11-22' },
]

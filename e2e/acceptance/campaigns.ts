/** Applications that send: their settings, contacts and campaigns, all created through the API. */
import { scheduleCampaign } from '@notifly/contracts/campaigns/calls'
import { createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { readRun, type RunProgress } from '@notifly/contracts/runs/deliveries'
import type { Owner } from '../product/people.ts'
import { AT_ONCE } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'

/** The settings of an application's mail server other than host and port. */
export type MailSettings = Record<string, string | number>

/** Settings of a mail server on this machine. */
export function mailServer(port: number, settings: MailSettings = {}): object {
  const configuration_setting = {
    sender_email: 'news@lumen.example',
    from_name: 'Lumen Store',
    host: '127.0.0.1',
    port_no: port,
    username: 'lumen',
    password: 'a password',
    security: 'none',
    ...settings,
  }
  return { configuration_type: 'smtp', configuration_setting }
}

/** Lets an application send through a mail server on this machine. */
export async function sendThrough({ api, token }: Owner, port: number, settings: MailSettings = {}): Promise<void> {
  await api(createEmailConfiguration, { token, body: mailServer(port, settings) as never })
}

/** Distinct addresses of so many people. */
export function addresses(count: number, prefix = 'person'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}@example.com`)
}

/** An audience file with these addresses. */
export function audienceFile(emails: readonly string[]): string {
  return ['email,first_name', ...emails.map((email, index) => `${email},Person ${'abcdefghij'[index % 10]}`)].join('\n')
}

export interface Mailing {
  name?: string
  segment: string
  subject?: string
  html?: string
  [part: string]: unknown
}

/** Launches a campaign that begins at once. Returns its id. */
export async function launch({ api, token }: Owner, mailing: Mailing): Promise<string> {
  const { name = 'Autumn restock', segment, subject, html, ...parts } = mailing
  const own = { emailSubject: subject ?? 'Hello {{ first_name }}', emailBody: html ?? BODY }
  const { uuid } = await api(scheduleCampaign, {
    token,
    body: {
      campaignName: name,
      ...('template_uuid' in parts ? {} : own),
      audience: { segment_uuids: [segment] },
      schedule: AT_ONCE,
      ...parts,
    },
  })
  return uuid
}

/** The status of a campaign's latest run; undefined before there is a run. */
export async function progress({ api, token }: Owner, campaign: string): Promise<RunProgress | undefined> {
  return api(readRun, { token, params: { notification_type: 'email', uuid: campaign } }).catch(() => undefined)
}

/** Waits until the campaign's run has ended. Returns its status. */
export async function ended(owner: Owner, campaign: string, timeoutMs = 30_000): Promise<RunProgress> {
  return waitFor(
    'the end of the campaign',
    async () => {
      const run = await progress(owner, campaign)
      return run !== undefined && run.ended_on !== null ? run : undefined
    },
    timeoutMs,
  )
}

const BODY =
  '<html><body><p>Dear {{ first_name }}, <a href="https://lumen.example/new">see what is new</a>.</p></body></html>'

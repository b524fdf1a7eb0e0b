/** Sends a scenario's campaign: creates an application with settings and contacts, and waits for the end of the run. */
import {
  createEmailConfiguration,
  readEmailConfiguration,
  updateEmailConfiguration,
} from '@notifly/contracts/channel-settings/channel-settings'
import { readRun, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { ended, launch, type MailSettings } from '../acceptance/campaigns.ts'
import { type Addresses, newOwner, type Owner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { type Scenario, SHOWN } from './scenarios.ts'
import type { SmtpAccess } from './servers/server.ts'
import { DOMAINS, SERVER_NAME, SIGN_IN, SIZE_LIMIT_BYTES } from './world.ts'

export interface Mailing {
  owner: Owner
  run: RunProgress
  seconds: number
  /** What the settings showed while the password was wrong. */
  complaint: string | undefined
  /** The name and the value of the DNS record that the signatures are checked against. */
  dkimRecord: { name: string; value: string }
}

/** The server to which a scenario sends, and how it signs. */
export interface Road {
  product: Addresses
  door: SmtpAccess
  /** PEM, as the authority that vouches for it. */
  certificate: string
  /** PEM. */
  dkimKey: string
}

/** Greylisting and messages in doubt wait for minutes. */
const RUN_TIMEOUT_MS = 8 * 60_000
const REPORTS_TIMEOUT_MS = 120_000

/** Sends the campaign. Resolves once the run has ended and its reports have arrived, or should have. */
export async function sendMailing(scenario: Scenario, road: Road): Promise<Mailing> {
  const owner = await newOwner(road.product)
  const { api, token } = owner
  const wrong = { password: 'a-wrong-password' }
  const first = scenario.hasWrongPassword ? { ...settingsOf(road), ...wrong } : settingsOf(road)
  const { dkim_record: dkimRecord } = await api(createEmailConfiguration, { token, body: bodyOf(first) })
  if (dkimRecord === null) throw new Error('The settings show no DNS record for DKIM')
  const segment = await importAudience(owner, audience(scenario), 'People')
  const startedAt = performance.now()
  const campaign = await launch(owner, { segment, subject: 'News {{ code }} for {{ first_name }}', html: HTML })
  const complaint = scenario.hasWrongPassword ? await setRight(owner, road) : undefined
  await ended(owner, campaign, RUN_TIMEOUT_MS)
  const seconds = (performance.now() - startedAt) / 1000
  return { owner, run: await whenReported(owner, campaign, scenario), seconds, complaint, dkimRecord }
}

function settingsOf({ door, certificate, dkimKey }: Road): MailSettings {
  return {
    sender_email: `news@${DOMAINS.sender}`,
    from_name: 'Lumen Store',
    host: SERVER_NAME,
    port_no: door.port,
    security: door.security,
    ...(door.signIn && SIGN_IN),
    ...(door.security !== 'none' && { ca_certificate: certificate }),
    dkim_domain: DOMAINS.sender,
    dkim_selector: 'interop',
    dkim_private_key: dkimKey,
  }
}

function bodyOf(configuration_setting: MailSettings): never {
  return { configuration_type: 'smtp', configuration_setting } as never
}

function audience({ people }: Scenario): string {
  const rows = people.map(({ email, code, fate }, index) =>
    [email, `Person ${'abcdefghij'[index % 10]}`, code, fate === 'large' ? 'yes' : 'no'].join(','),
  )
  return ['email,first_name,code,leaflet', ...rows].join('\n')
}

const LEAFLET = '<p>This is a long leaflet about all that we sell in autumn.</p>\n'.repeat(SIZE_LIMIT_BYTES / 50)
const HTML = `<html><body>
<p>Dear {{ first_name }}, your code is {{ code }}.</p>
<p>. A line that begins with a dot, and <a href="https://lumen.example/new?code={{ code }}">a link</a>: ünïcödé.</p>
{% if leaflet == "yes" %}${LEAFLET}{% endif %}
</body></html>`

/** Waits until the settings show an error, and corrects it. Returns the error. */
async function setRight({ api, token }: Owner, road: Road): Promise<string> {
  const complaint = await waitFor(
    'the settings to name the failure',
    async () => (await api(readEmailConfiguration, { token }))?.failure?.message,
    REPORTS_TIMEOUT_MS,
  )
  await api(updateEmailConfiguration, { token, body: bodyOf(settingsOf(road)) })
  return complaint
}

/** The run, once all expected bounces have been counted, or once it is clear that they will not be. */
async function whenReported({ api, token }: Owner, uuid: string, { people }: Scenario): Promise<RunProgress> {
  const expected = people.filter(({ fate }) => SHOWN[fate].status === 'bounced').length
  const read = () => api(readRun, { token, params: { notification_type: 'email', uuid } })
  const reported = async () => {
    const run = await read()
    return (run.counts['bounced'] ?? 0) >= expected ? run : undefined
  }
  return waitFor('the reports', reported, REPORTS_TIMEOUT_MS).catch(read)
}

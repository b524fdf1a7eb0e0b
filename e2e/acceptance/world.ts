/** An organization with one object of every kind, so that every route has something to return. */
import { createDraft } from '@notifly/contracts/campaigns/calls'
import { randomUUID } from 'node:crypto'
import { createApiKey } from '@notifly/contracts/api-keys/api-keys'
import { createSegment, listContacts } from '@notifly/contracts/contacts/audience'
import { addToSegment } from '@notifly/contracts/contacts/bulk'
import { listRecipients } from '@notifly/contracts/runs/deliveries'
import { verifyImport } from '@notifly/contracts/imports/imports'
import type { HeldAnswer } from '@notifly/contracts/approvals/holding'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { createSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { addSuppression } from '@notifly/contracts/suppressions/suppressions'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { createTemplateBlock } from '@notifly/contracts/templates/blocks'
import { createTemplate } from '@notifly/contracts/templates/templates'
import { createTopic } from '@notifly/contracts/topics/topics'
import { createWebhook } from '@notifly/contracts/webhooks/webhooks'
import { createView } from '@notifly/contracts/views/views'
import { listWhatsappTemplates, syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type Addresses, invite, newMember, newOwner, newRole, type Owner, PASSWORD, ROLES } from '../product/people.ts'
import { AT_ONCE, importAudience, saveTemplate } from '../product/seeds.ts'
import { ended, launch, sendThrough } from './campaigns.ts'
import { IMPORT_ENDED, webhookBody } from '../product/webhooks.ts'
import { SETTINGS } from './settings.ts'
import type { Values } from './routes.ts'

export interface World {
  owner: Owner
  /** Ids of everything there is, by what they are. */
  ids: Record<string, string>
  /** Part of every name, address and text of this organization. */
  mark: string
}

/** Creates a world in which every text contains the mark (letters only). */
export async function newWorld(product: Addresses, port: number, mark: string): Promise<World> {
  const owner = await newOwner(product, undefined, `${mark} Store`)
  const { api, token } = owner
  await sendThrough(owner, port, { sender_email: `${mark}@lumen.example` })
  const file = `email,first_name\n${mark}-1@example.com,${mark}\n${mark}-2@example.com,${mark}\nnot-an-email-${mark},x`
  const segment = await importAudience(owner, file, `${mark} people`)
  const form = new FormData()
  form.set('file', new File([file], 'audience.csv', { type: 'text/csv' }))
  const verification = await api(verifyImport, { token, body: form })
  const template = await saveTemplate(owner, { name: `${mark} welcome`, subject: mark, html: `<p>${mark}</p>` })
  const { uuid: block } = await api(createTemplateBlock, {
    token,
    body: { name: `${mark} block`, mjml: `<mj-text>${mark}</mj-text>` },
  })
  const { uuid: draft } = await api(createDraft, { token, body: { campaignName: `${mark} draft` } })
  const campaign = await launch(owner, { name: `${mark} campaign`, segment, subject: mark })
  const run = await ended(owner, campaign)
  const schedule = { ...AT_ONCE, message_type: { type: 1, date: SOON } }
  const scheduled = await launch(owner, { name: `${mark} soon`, segment, subject: mark, schedule })
  const recipients = await api(listRecipients, { token, params: { notification_type: 'email', uuid: run.run_uuid } })
  const contacts = await api(listContacts, { token })
  const contact = contacts[0]?.uuid ?? ''
  const body = { segment_name: `${mark} others`, contact_uuids: [contact] }
  const { segment_uuid: others } = await api(createSegment, { token, body })
  const ofView = { list: 'contacts', name: `${mark} view`, query: { search: mark } } as const
  const { uuid: view } = await api(createView, { token, body: ofView })
  const inBulk = { contact_uuids: [contact], segment_uuid: others }
  const { uuid: bulk } = await api(addToSegment, { token, body: inBulk })
  const organizations = await api(listOrganizations, { token })
  const { uuid: topic } = await api(createTopic, { token, body: { name: `${mark} topic`, description: mark } })
  const agreed = { fields: [{ name: 'email' }], consent_text: mark, topic_uuids: [topic] }
  const { uuid: signUpForm } = await api(createSignUpForm, { token, body: { name: `${mark} form`, ...agreed } })
  await api(addSuppression, { token, body: { address: `${mark}@example.org`, note: mark } })
  const role = await newRole(owner, `${mark} readers`, { '101': [1, 0] })
  const key = await api(createApiKey, { token, body: { name: `${mark} key`, scopes: ['devices:write'] } })
  const member = await newMember(product, owner, 'validator', mark)
  const invitation = await invite(product, owner, `${mark}.${randomUUID().slice(0, 8)}@example.com`)
  const maker = await newMember(product, owner, 'creator', mark)
  const wish = { type: 'Email', name: `${mark} wish`, subject: mark, html: `<p>${mark}</p>` } as const
  const held: unknown = await api(createTemplate, { token: maker.token, body: wish })
  const { uuid: webhook } = await api(createWebhook, {
    token,
    body: webhookBody(product.sandboxUrl, `${mark} webhook`),
  })
  const whatsappTemplate = await copyWhatsappTemplates(owner)
  return {
    owner,
    mark,
    ids: {
      application: owner.slug,
      organization: organizations[0]?.uuid ?? '',
      segment,
      others,
      contact,
      bulk,
      view,
      import: verification.corelation_id,
      errors: verification.error_id ?? '',
      template,
      block,
      whatsappTemplate,
      draft,
      campaign,
      scheduled,
      run: run.run_uuid,
      recipient: recipients[0]?.uuid ?? '',
      topic,
      signUpForm,
      role,
      key: key.client_id,
      webhook,
      member: member.uuid,
      invitation: invitation.uuid,
      approval: (held as HeldAnswer).approval_uuid,
    },
  }
}

/** Copies the templates of the sandbox's WhatsApp account. Returns one of its samples. */
async function copyWhatsappTemplates({ api, token }: Owner): Promise<string> {
  await api(CONFIGURATION_CALLS.whatsapp.create, { token, body: SETTINGS.whatsapp })
  await api(syncWhatsappTemplates, { token })
  const [template] = await api(listWhatsappTemplates, { token })
  return template?.uuid ?? ''
}

/** Late enough for every time zone: a run in recipients' own time zones begins fourteen hours earlier. */
const SOON = Math.floor(Date.now() / 1000) + 2 * 86_400

const WHAT: [call: RegExp, name: RegExp, what: string][] = [
  [/^POST \/api\/audience\/\{uuid\}$/, /^uuid$/, 'import'],
  [/segment\/tags/, /^uuids$/, 'segment'],
  [/template\/tags/, /^uuids$/, 'template'],
  [/template\/whatsapp\/tags/, /^uuids$/, 'whatsappTemplate'],
  [/notifications\/tags/, /^uuids$/, 'scheduled'],
  [/./, /^segment_uuids?$/, 'segment'],
  [/./, /^exclude_segment_uuids$/, 'others'],
  [/./, /^contact_uuids?$/, 'contact'],
  [/template\/whatsapp/, /^(template_)?uuid$/, 'whatsappTemplate'],
  [/./, /^template_(uuid|id)$/, 'template'],
  [/./, /^topic_uuids?$/, 'topic'],
  [/audience\/topics/, /^uuid$/, 'topic'],
  [/audience\/forms/, /^uuid$/, 'signUpForm'],
  [/ \/f\//, /^id$/, 'signUpForm'],
  [/./, /^organization_uuid$/, 'organization'],
  [/./, /^corelation_id$/, 'import'],
  [/./, /^recipient$/, 'recipient'],
  [/\/api\/approvals|download\/file/, /^uuid$/, 'approval'],
  [/audience\/download/, /^uuid$/, 'errors'],
  [/api\/views/, /^uuid$/, 'view'],
  [/audience\/bulk/, /^uuid$/, 'bulk'],
  [/\/api\/webhook/, /^uuid$/, 'webhook'],
  [/\/api\/audience/, /^uuid$/, 'contact'],
  [/\/api\/template-blocks/, /^uuid$/, 'block'],
  [/\/api\/template/, /^uuid$/, 'template'],
  [/verticals|vertical/, /^uuid$/, 'application'],
  [/./, /^client_id$/, 'key'],
  [/\/authP\/role/, /^uuid$/, 'role'],
  [/\/authP\/user/, /^uuid$/, 'member'],
  [/\/authP\/invite/, /^uuid$/, 'invitation'],
  [/./, /^org_id$/, 'organization'],
  [/./, /^application_uuid$/, 'application'],
  [/\/authP\//, /^uuid$/, 'organization'],
  [/notifications\/delivery/, /^uuid$/, 'run'],
  [/notifications\/draft/, /^uuid$/, 'draft'],
  [/notifications\//, /^uuid$/, 'scheduled'],
]

const OTHERWISE: Record<string, unknown> = {
  email: 'somebody@example.com',
  address: 'somebody.else@example.com',
  role_id: ROLES.creator,
  password: 'Correct-horse-8',
  version: '1',
  timezone: 'Asia/Kolkata',
  quiet_from: '22:00',
  quiet_to: '08:00',
  from: '2026-01-01',
  to: '2026-01-01',
  reply_to: 'answers@example.com',
  redirect_url: 'https://lumen.example/thanks',
  receivers: 'somebody@example.com',
  name: 'Winter sale',
  filename: 'price-list.txt',
  type: 'text/plain',
  content: 'aGVsbG8=',
  campaignName: 'Winter',
  date: SOON,
  configuration_setting: {
    sender_email: 'news@lumen.example',
    host: '127.0.0.1',
    port_no: 1,
    username: 'lumen',
    password: 'a password',
    security: 'none',
    max_connections: 5,
    messages_per_second: 10,
  },
  html: '<p>Hello {{ first_name }}</p>',
  mjml: '<mj-text>Hello {{ first_name }}</mj-text>',
  emailBody: '<p>Hello {{ first_name }}</p>',
  phone_number: '+34612345678',
  dlt_template_id: '1107160000000000001',
  country: 'ES',
  lang: 'es',
  timezone_offset: '3600',
  latitude: '41.4',
  longitude: '2.2',
  is_test: 'yes',
  created_on: '2026-01-01',
  updated_on: '2026-01-02',
}

const NAMED = { kind: 'field', field: 'first_name', type: 'text', op: 'is' }

const IN_THREE_DAYS = {
  message_type: { type: 1, date: Math.floor(Date.now() / 1000) + 3 * 86_400 },
  campaign_start_date: { type: 3, local_time: 36_000, timezone: 'UTC' },
}

/** Fills requests with the objects of this world. */
export function valuesOf({ ids }: World): Values {
  return (name, call) => {
    // A name is taken once; the day from which an estimate looks is today.
    if (name === 'segment_name' && call.endsWith('/segment/add')) return null
    if (name === 'segment_name') return `People ${randomUUID()}`
    if (name === 'from' && call.includes('estimate')) return null
    // Wrong passwords are counted, and too many would hide what the route says of an id.
    if (name === 'password' && /licenses\/(getclientsecret|rotate)/.test(call)) return PASSWORD
    // The first field of a form is the email.
    if (name === 'name' && call.includes('/audience/forms')) return 'email'
    // Keys of contacts belong to one of them.
    if (name === 'email' && call.includes('/api/audience')) return `person-${randomUUID()}@example.com`
    if (name === 'external_user_id') return `crm-${randomUUID()}`
    // A segment has either rules or chosen contacts; that of a world has contacts.
    if (name === 'rules' && call.endsWith('/audience/segment')) return null
    // Chosen contacts are given in place of a filter, a segment in place of the name of a new one.
    if (name === 'filter') return null
    if (name === 'rules') return { kind: 'group', match: 'all', rules: [{ ...NAMED, value: 'somebody' }] }
    // Acts are meant for a campaign with all its runs.
    if (name === 'run_uuid') return null
    // A campaign of its own brings one about; its audience here is one person.
    if (name === 'ab_test') return null
    if (name === 'schedule') return IN_THREE_DAYS
    if (name === 'goal') return { event: 'Order paid', revenue_property: 'total', currency: 'EUR' }
    if (call.includes('/merge-fields') && /^(name|new_name|into)$/.test(name)) return 'first_name'
    if (name === 'event' && call.includes('/webhook')) return IMPORT_ENDED
    // No write here answers a rejected request.
    if (name === 'reopens') return null
    const what = WHAT.find(([callFits, nameFits]) => callFits.test(call) && nameFits.test(name))?.[2]
    return what === undefined ? OTHERWISE[name] : ids[what]
  }
}

/** An application in full use, so that every page has something to show. */
import { listInvoices } from '@notifly/contracts/billing/invoices'
import { listContacts } from '@notifly/contracts/contacts/audience'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { audienceOf, welcomeTo } from './material.ts'
import { buyMonth } from './payments.ts'
import { type Addresses, invite, newEmail, newMember, newOwner, newPerson, type Owner, type Person } from './people.ts'
import {
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
import { newWebhook } from './webhooks.ts'

export interface Lumen {
  owner: Owner
  organization: string
  segment: string
  /** A segment by rules. */
  rules: string
  /** A sign-up form. */
  form: string
  contact: string
  /** A name of events of that contact. */
  event: string
  template: string
  /** A template of WhatsApp. */
  whatsapp: string
  run: string
  draft: string
  /** Goes out every week. */
  recurring: string
  /** Bought and paid, without limits that others of it would meet. */
  subscription: string
  /** The number of its first bill. */
  invoice: string
  /** Has an application of the same name and nothing in it. */
  beginner: Owner
  /** Has nothing at all. */
  newcomer: Person
  /** Has nothing either, but looks after the installation. */
  operator: Person
  /** Told of the end of imports. */
  webhook: string
  /** Works for the owner. */
  member: string
  /** The link of an unanswered invitation. */
  invitation: string
}

/** Names of the objects. */
export interface Names {
  owner: string
  application: string
  organization: string
  segment: string
  template: string
  /** Of three campaigns. */
  campaigns: readonly [string, string, string]
  firstNames: readonly string[]
}

const NAMES: Names = {
  owner: 'Asha Raman',
  application: 'Lumen Store',
  organization: 'Lumen Group',
  segment: 'Newsletter readers',
  template: 'Welcome',
  campaigns: ['Welcome to autumn', 'Winter catalogue', 'Weekly refill'],
  firstNames: [
    'Ana',
    'Bruno',
    'Chandra',
    'Dolores',
    'Élodie',
    'Farid',
    'Grace',
    'हरि',
    'Ines',
    'Jürgen',
    'Kavita',
    '美咲',
  ],
}

/** Creates it through the API; the operator's address is one with which the product was started. */
export async function lumen(product: Addresses, operatorEmail: string, names = NAMES): Promise<Lumen> {
  const { application, organization: group } = names
  const [owner, beginner, newcomer, operator] = await Promise.all([
    newPerson(product, names.owner).then(person => newOwner(product, person, application, group)),
    newOwner(product),
    newPerson(product),
    newPerson(product, 'Ines Okafor', 'en', operatorEmail),
  ])
  const { api, token } = owner
  await connectEmail(owner)
  const people = names.firstNames.map(firstName => ({ email: newEmail(), firstName }))
  const webhook = await newWebhook(product, owner, 'Order system')
  const segment = await importAudience(owner, audienceOf(people), names.segment)
  const template = await saveTemplate(owner, {
    name: names.template,
    subject: 'Welcome to Lumen',
    html: welcomeTo('https://lumen.example/start'),
  })
  const mail = { template_uuid: template, audience: { segment_uuids: [segment], exclude_segment_uuids: [] } }
  const run = await sendCampaign(owner, { ...mail, campaignName: names.campaigns[0] })
  const draft = await draftCampaign(owner, { ...mail, campaignName: names.campaigns[1] })
  const recurring = await launchCampaign(owner, { ...mail, campaignName: names.campaigns[2], schedule: everyWeek() })
  const rules = await saveRules(owner, { segment, campaign: recurring })
  const form = await saveForm(owner)
  const whatsapp = await connectWhatsapp(owner)
  const member = await newMember(product, owner)
  const invitation = await invite(product, owner, newEmail(), 'validator')
  const [contact] = await api(listContacts, { token, query: {} })
  const subscription = await buyMonth(product, owner, 'business-monthly')
  const [bill] = await api(listInvoices, { token, query: {} })
  const event = await sendOrderEvents(product, owner, contact?.uuid ?? '')
  const [organization] = await api(listOrganizations, { token, query: {} })
  return {
    owner,
    organization: organization?.uuid ?? '',
    segment,
    rules,
    form,
    contact: contact?.uuid ?? '',
    event,
    template,
    whatsapp,
    run,
    draft,
    recurring,
    subscription: subscription.uuid,
    invoice: bill?.number ?? '',
    webhook,
    beginner,
    newcomer,
    operator,
    member: member.uuid,
    invitation: invitation.link,
  }
}

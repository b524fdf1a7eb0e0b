/** Every page of the dashboard, for checks that hold on all of them. */
import type { Lumen } from '../product/lumen.ts'
import { ROLES } from '../product/people.ts'

export const VISITORS = ['nobody', 'newcomer', 'owner', 'beginner', 'operator'] as const
export type Visitor = (typeof VISITORS)[number]

export interface PageOf {
  name: string
  /** Its address without a language. */
  path: (lumen: Lumen) => string
  /** Whom it is shown to. */
  visitor: Visitor
  /** It fills the window: parts of it scroll, never the whole. */
  fillsWindow?: true
}

const forNobody = (name: string, path: string): PageOf => ({ name, path: () => path, visitor: 'nobody' })
const forOwner = (name: string, path: PageOf['path']): PageOf => ({ name, path, visitor: 'owner' })
const inApplication = (name: string, rest: (lumen: Lumen) => string): PageOf =>
  forOwner(name, lumen => `/applications/${lumen.owner.slug}/${rest(lumen)}`)

const tool = (name: string, rest: (lumen: Lumen) => string): PageOf => ({
  ...inApplication(name, rest),
  fillsWindow: true,
})

/** Of a person whose application is a minute old: every list is empty. */
const stillEmpty = (name: string, rest: string): PageOf => ({
  name: `${name}, empty`,
  path: ({ beginner }) => `/applications/${beginner.slug}/${rest}`,
  visitor: 'beginner',
})

export const PAGES: readonly PageOf[] = [
  forNobody('sign-in', '/auth/sign-in'),
  forNobody('sign-up', '/auth/sign-up'),
  forNobody('forgotten password', '/auth/forgot-password'),
  forNobody('new password', '/auth/new-password?token=none'),
  forNobody('verification', '/auth/verify'),
  forNobody('reference', '/developers'),
  forNobody('guide', '/developers/webhooks'),
  forNobody('errors', '/developers/errors'),
  forNobody('changelog', '/changelogs'),
  forNobody('privacy', '/c/privacy'),
  { name: 'invitation', path: ({ invitation }) => `/auth/invite/${invitation}`, visitor: 'nobody' },
  forOwner('invitation of somebody else', ({ invitation }) => `/auth/invite/${invitation}`),
  { name: 'onboarding', path: () => '/onboarding', visitor: 'newcomer' },
  forOwner('applications', () => '/applications'),
  forOwner('new application', () => '/applications/new/edit'),
  forOwner('application', ({ owner }) => `/applications/${owner.slug}/edit`),
  forOwner('organizations', () => '/organizations'),
  forOwner('new organization', () => '/organizations/new/edit'),
  forOwner('organization', ({ organization }) => `/organizations/${organization}/edit`),
  forOwner('own account', () => '/settings'),
  forOwner('about', () => '/about'),
  forOwner('legal pages', () => '/c'),
  { name: 'engine', path: () => '/operator', visitor: 'operator' },
  forOwner('nothing', () => '/nowhere'),
  inApplication('dashboard', () => 'dashboard'),
  inApplication('what figures mean', () => 'dashboard/figures'),
  inApplication('platform settings', () => 'settings/platform'),
  inApplication('SMS settings', () => 'settings/platform?checkSmsConfigure=true&setup=form'),
  inApplication('web push settings', () => 'settings/platform?checkWebpushConfigure=true&setup=form'),
  inApplication('WhatsApp settings', () => 'settings/platform?checkWhatsappConfigure=true&setup=form'),
  inApplication('mobile push settings', () => 'settings/platform?checkMobilepushConfigure=true&setup=form'),
  inApplication('users', () => 'settings/users'),
  inApplication('user', ({ member }) => `settings/users/${member}/edit`),
  inApplication('brand', () => 'settings/brand'),
  inApplication('administration', () => 'settings/administration'),
  inApplication('roles', () => 'settings/role'),
  inApplication('new role', () => 'settings/role/new/edit'),
  inApplication('default role', () => `settings/role/${ROLES.creator}/edit`),
  inApplication('keys', () => 'settings/keys-and-integration'),
  inApplication('approvals', () => 'settings/approvals'),
  inApplication('webhooks', () => 'settings/webhook'),
  inApplication('new webhook', () => 'settings/webhook/new/edit'),
  inApplication('webhook', ({ webhook }) => `settings/webhook/${webhook}/edit`),
  inApplication('attempts of a webhook', ({ webhook }) => `settings/webhook/${webhook}/edit?tab=attempts`),
  inApplication('usage logs', () => 'settings/usage-logs'),
  inApplication('logs', () => 'settings/logs'),
  inApplication('subscription', () => 'subscription'),
  inApplication('invoices', () => 'subscription?tab=invoices'),
  inApplication('billing preferences', () => 'subscription?tab=preferences'),
  inApplication('segments', () => 'audience'),
  inApplication('segment', ({ segment }) => `audience/${segment}`),
  inApplication('new segment', () => 'audience/new'),
  inApplication('segment by rules', ({ rules }) => `audience/${rules}`),
  inApplication('rules of a segment', ({ rules }) => `audience/${rules}/edit`),
  inApplication('merge fields', () => 'audience/fields'),
  inApplication('events', () => 'audience/events'),
  inApplication('event', ({ event }) => `audience/events/${event}`),
  inApplication('import', () => 'audience/manage'),
  inApplication('contacts', () => 'audience/contacts'),
  inApplication('suppression list', () => 'audience/suppression'),
  inApplication('sign-up forms', () => 'audience/forms'),
  inApplication('new sign-up form', () => 'audience/forms/new'),
  inApplication('sign-up form', ({ form }) => `audience/forms/${form}`),
  inApplication('contact', ({ contact }) => `audience/contacts/${contact}`),
  inApplication('templates', () => 'template'),
  inApplication('images', () => 'images'),
  inApplication('WhatsApp templates', () => 'template/whatsapp'),
  inApplication('new WhatsApp template', () => 'template/whatsapp/new'),
  inApplication('WhatsApp template', ({ whatsapp }) => `template/whatsapp/${whatsapp}`),
  inApplication('WhatsApp template, edit', ({ whatsapp }) => `template/whatsapp/${whatsapp}/edit`),
  tool('new template', () => 'template/new'),
  tool('visual editor', () => 'template/new?start=newsletter'),
  inApplication('SMS templates', () => 'template?type=SMS'),
  tool('new SMS template', () => 'template/new?type=sms'),
  inApplication('web push templates', () => 'template?type=Webpush'),
  tool('new web push template', () => 'template/new?type=webpush'),
  tool('template', ({ template }) => `template/${template}`),
  inApplication('campaigns', () => 'notification'),
  inApplication('calendar', () => 'notification/calendar'),
  inApplication('recurring campaign', ({ recurring }) => `notification/campaign/${recurring}`),
  tool('wizard, who', () => 'notification/email'),
  tool('wizard, what', ({ draft }) => `notification/email?draft=${draft}&step=what`),
  tool('wizard, when', ({ draft }) => `notification/email?draft=${draft}&step=when`),
  tool('wizard, review', ({ draft }) => `notification/email?draft=${draft}&step=review`),
  tool('SMS wizard, what', () => 'notification/sms?step=what'),
  tool('SMS wizard, review', () => 'notification/sms?step=review'),
  tool('WhatsApp wizard, what', () => 'notification/whatsapp?step=what'),
  tool('web push wizard, what', () => 'notification/webpush?step=what'),
  tool('web push wizard, review', () => 'notification/webpush?step=review'),
  tool('mobile push wizard, what', () => 'notification/mobilepush?step=what'),
  stillEmpty('dashboard', 'dashboard'),
  stillEmpty('platform settings', 'settings/platform'),
  stillEmpty('SMS settings', 'settings/platform?checkSmsConfigure=true'),
  stillEmpty('web push settings', 'settings/platform?checkWebpushConfigure=true'),
  stillEmpty('keys', 'settings/keys-and-integration'),
  stillEmpty('approvals', 'settings/approvals'),
  stillEmpty('segments', 'audience'),
  stillEmpty('contacts', 'audience/contacts'),
  stillEmpty('suppression list', 'audience/suppression'),
  stillEmpty('events', 'audience/events'),
  stillEmpty('sign-up forms', 'audience/forms'),
  stillEmpty('templates', 'template'),
  stillEmpty('SMS templates', 'template?type=SMS'),
  stillEmpty('web push templates', 'template?type=Webpush'),
  stillEmpty('WhatsApp templates', 'template/whatsapp'),
  stillEmpty('images', 'images'),
  stillEmpty('campaigns', 'notification'),
  stillEmpty('calendar', 'notification/calendar'),
  stillEmpty('runs', 'delivery'),
  stillEmpty('email dashboard', 'delivery/email'),
  stillEmpty('logs', 'settings/logs'),
  stillEmpty('webhooks', 'settings/webhook'),
  inApplication('runs', () => 'delivery'),
  inApplication('email dashboard', () => 'delivery/email'),
  inApplication('SMS dashboard', () => 'delivery/sms'),
  inApplication('WhatsApp dashboard', () => 'delivery/whatsapp'),
  inApplication('web push dashboard', () => 'delivery/webpush'),
  inApplication('mobile push dashboard', () => 'delivery/mobilepush'),
  inApplication('run', ({ run }) => `delivery/email/${run}`),
  inApplication('recipient', ({ run }) => `delivery/email/${run}#recipient-${run}.1`),
]

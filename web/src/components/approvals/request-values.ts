/** The changes of a request in terms that people know: ids and fields that only the API uses are left out. */
import { type AbTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import {
  bodyOfChosen,
  chosenIn,
  formOf,
  SETTINGS_CHANNELS,
  type SettingsChannel,
} from '@notifly/contracts/channel-settings/channels'
import { fieldsOf } from '@notifly/contracts/channel-settings/form'
import { MASK } from '@notifly/contracts/approvals/holding'
import type { CampaignAudience, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { isSameState, type Values } from '../changes/change-rows.ts'
import { messageInWords, type WhatsappWords } from './whatsapp-values.ts'

export interface Change {
  before: Values | null
  after: Values | null
  /** The saved values have changed since the request was made. */
  hasMoved: boolean
}

/** Fields that identify the object; they are not changes. */
const ADDRESS = [
  'endpoint',
  'template_uuid',
  'form_uuid',
  'segment_uuid',
  'corelation_id',
  'client_id',
  'uuid',
  'version',
  'status',
  'channel',
  'iconset',
  'asked_on',
]

/** Commands that contain only the changed fields; the others stay. */
const PARTIAL = ['segment.update', 'campaign.update']

const DELETING = [
  'template.delete',
  'whatsapp-template.delete',
  'segment.delete',
  'contact.delete',
  'contact.bulk-delete',
  'contact.erase',
  'sign-up-form.delete',
  'channel.delete',
  'site.delete',
  'safari.delete',
  'key.revoke',
]

/** For an open request, its changes to the saved values; for a decided one, the changes that it made or would have made. */
export function changeOf(request: Approval, newSecret: string): Change {
  const { command, payload, before, original, status } = request
  const base = status === 0 && original !== undefined ? original : before
  const hasMoved = status === 0 && original !== undefined && !isSameState(before, original)
  if (DELETING.includes(command)) return { before: shown(base, command), after: null, hasMoved }
  // Only its status changes.
  if (command === 'campaign.resume') return { before: null, after: shown(base, command), hasMoved }
  if (command.startsWith('channel.')) {
    const after = inFormOrder(withSecrets(payload, base, newSecret))
    return { before: shown(base && inFormOrder(base), command), after: shown(after, command), hasMoved }
  }
  if (command.startsWith('safari.')) {
    const { password, certificate } = payload
    const typed = {
      ...(password === MASK && { password: newSecret }),
      ...(certificate === MASK && { certificate: newSecret }),
    }
    return { before: shown(base, command), after: shown({ ...base, ...payload, ...typed }, command), hasMoved }
  }
  const after = PARTIAL.includes(command) ? { ...base, ...payload } : payload
  return { before: shown(base, command), after: shown(after, command), hasMoved }
}

/** A secret that was not entered stays; an entered one is never shown, only that it is new. */
function withSecrets(payload: Values, base: Values | null, newSecret: string): Values {
  const channel = settingsChannelIn(payload)
  const { type, settings } = chosenIn(channel, payload)
  const saved = base === null ? {} : chosenIn(channel, base).settings
  const secrets = fieldsOf(formOf(channel, type) ?? NO_FORM).flatMap(([name, { isSecret }]) => {
    if (!isSecret) return []
    const isTyped = settings[name] === MASK
    return [[name, isTyped ? newSecret : saved[name]] as const]
  })
  return { ...payload, ...bodyOfChosen(channel, { type, settings: { ...settings, ...Object.fromEntries(secrets) } }) }
}

/** Settings in the order of their form, since stored settings have none. */
function inFormOrder(values: Values): Values {
  const channel = settingsChannelIn(values)
  const { type, settings } = chosenIn(channel, values)
  const names = fieldsOf(formOf(channel, type) ?? NO_FORM).map(([name]) => name)
  const known = names.filter(name => name in settings).map(name => [name, settings[name]] as const)
  const ordered = { ...Object.fromEntries(known), ...settings }
  return { ...bodyOfChosen(channel, { type, settings: ordered }), channel }
}

const NO_FORM = { fields: {} }

/** Requests from before there were other channels do not name theirs. */
function settingsChannelIn(values: Values): SettingsChannel {
  return SETTINGS_CHANNELS.find(each => each === values['channel']) ?? 'email'
}

function shown(values: Values | null, command: string): Values | null {
  if (values === null) return null
  // The content of a campaign or a form carries these names too.
  const own = command.startsWith('campaign.')
    ? 'template_uuid'
    : command.startsWith('sign-up-form.')
      ? 'segment_uuid'
      : ''
  const hidden = ADDRESS.filter(name => name !== own)
  const named = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)))
  return typeof named['filter'] === 'object' ? withoutIds(named) : named
}

/** A filter of contacts contains its segment's id, which is left out. */
function withoutIds({ filter, ...values }: Values): Values {
  const { segment_uuid: _, ...narrowed } = filter as Values
  return { ...values, filter: Object.keys(narrowed).length > 0 ? narrowed : undefined }
}

export interface CampaignWords {
  segment: (uuid: string) => string
  topic: (uuid: string) => string
  /** The template's name; if the request holds a copy, with its version. */
  template: (uuid: string, held?: { name: string; version: number }) => string
  everybody: string
  goal: (goal: Goal) => string
  schedule: (schedule: Schedule) => string
  variant: (letter: string) => string
  /** What is tested, on how much of the audience, and what decides and when. */
  test: (test: AbTest, templateOf: (uuid: string) => string) => Values
}

/** A template in a request, which is sent once the request is approved. */
interface HeldTemplate {
  uuid: string
  name: string
  version: number
  subject?: string
  preheader?: string
  html?: string
  /** The text of an SMS, or the plain-text part of a mail. */
  text?: string
}

function heldTemplates(values: Values | null): HeldTemplate[] {
  const templates = values?.['templates']
  return Array.isArray(templates) ? (templates as HeldTemplate[]) : []
}

/** Emails of a campaign besides its main one: the templates and bodies of its variants. */
export function furtherMails(values: Values | null, words: CampaignWords): { name: string; html: string }[] {
  const templates = heldTemplates(values)
    .filter(({ uuid }) => uuid !== values?.['template_uuid'])
    .map(({ name, html = '' }) => ({ name, html }))
  const variants = (values?.['ab_test'] as AbTest | null | undefined)?.variants ?? []
  const bodies = variants.map((variant, index) => ({
    name: words.variant(variantLetter(index + 1)),
    html: typeof variant === 'string' || variant.template_uuid ? '' : (variant.emailBody ?? ''),
  }))
  return [...templates, ...bodies].filter(({ html }) => html !== '')
}

/** A campaign's parts in words: recipients, time, template, and the template's texts where the campaign has none of its own. */
export function campaignInWords(
  values: Values | null,
  words: CampaignWords & { whatsapp: WhatsappWords },
): Values | null {
  if (values === null) return null
  const {
    audience,
    schedule,
    template_uuid: template,
    templates: _,
    attachments,
    emailBody,
    ab_test: test,
    topic_uuid: topic,
    template_name: name,
    language,
    parameters,
    utm,
    goal,
    ...rest
  } = values
  const heldOf = (id: unknown) => heldTemplates(values).find(({ uuid }) => uuid === id)
  const held = heldOf(template)
  const who = audience as CampaignAudience | undefined
  const names = (uuids: readonly string[] = []) => uuids.map(words.segment)
  return {
    ...rest,
    ...(typeof template === 'string'
      ? {
          template: words.template(template, held),
          emailSubject: rest['emailSubject'] || held?.subject,
          preheader: rest['preheader'] || held?.preheader,
          emailBody: held?.html,
          ...(held?.html === undefined && { smsBody: rest['smsBody'] || held?.text }),
        }
      : { emailBody }),
    ...(who && {
      audience: who.all ? [words.everybody] : names(who.segment_uuids),
      exclude_names: names(who.exclude_segment_uuids),
    }),
    ...(topic !== undefined && { topic: typeof topic === 'string' ? words.topic(topic) : null }),
    ...(typeof name === 'string' &&
      messageInWords(
        {
          name,
          language: typeof language === 'string' ? language : '',
          parameters: (parameters ?? {}) as WhatsappParameters,
        },
        words.whatsapp,
      )),
    ...(schedule !== undefined && schedule !== null && { schedule: words.schedule(schedule as Schedule) }),
    ...(test !== undefined && {
      ab_test: test === null ? null : words.test(test as AbTest, id => words.template(id, heldOf(id))),
    }),
    ...(utm !== undefined && { utm: utm && Object.values(utm).filter(Boolean).join(' · ') }),
    ...(goal !== undefined && { goal: goal === null ? null : words.goal(goal as Goal) }),
    ...(Array.isArray(attachments) && { attachments: attachments.map((file: Values) => String(file['filename'])) }),
  }
}

/** A form with the names of its segment and its topics. */
export function formInWords(values: Values | null, { segment, topic }: CampaignWords): Values | null {
  if (values === null) return null
  const { segment_uuid: segmentId, topic_uuids: topicIds, ...rest } = values
  return {
    ...rest,
    topics: Array.isArray(topicIds) ? topicIds.map(id => topic(String(id))) : [],
    segment: typeof segmentId === 'string' ? segment(segmentId) : null,
  }
}

/** The permissions of a key, in words. */
export function keyInWords(values: Values | null, scopeWords: (scope: string) => string): Values | null {
  const scopes = values?.['scopes']
  return Array.isArray(scopes) ? { ...values, scopes: scopes.map(scope => scopeWords(String(scope))) } : values
}

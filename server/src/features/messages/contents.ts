/** Contents of messages: the newest version of a template, or content of the message's own, frozen once for all messages that share it. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { FieldFailure } from '@notifly/contracts/errors'
import { isUuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { TemplateRow } from '@notifly/contracts/templates/templates'
import { createHash } from 'node:crypto'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField, invalidFields } from '../../lib/app-error.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { workOf } from '../../lib/work-pool/work.ts'
import { templateContent } from '../templates/templates.ts'
import { fieldOf, ownContent } from './own-content.ts'
import type * as tasks from './message-work.ts'
import type { Frozen, FrozenContent, RawContent } from './message-work.ts'
import {
  type NamedTemplate,
  type NamedWhatsappTemplate,
  selectSettingsAndTemplates,
  selectWhatsappTemplates,
} from './queries.ts'
import type { ReadMessage } from './read-message.ts'

/** The frozen content of a message. */
export interface Content extends FrozenContent {
  /** Key of its stream: messages with the same key share one stream. */
  stream: string
  /** Name of the stream in lists. */
  name: string
  /** Belongs to the message, not to its stream. */
  isOwn: boolean
}

const TYPES: Partial<Record<Channel, TemplateRow['type']>> = {
  email: 'Email',
  sms: 'SMS',
  webpush: 'Webpush',
  mobilepush: 'Mobilepush',
}

/** The content of each message, in their order, or why it has none. */
export async function contentsOf(
  deps: Deps,
  applicationId: string,
  messages: readonly (ReadMessage | AppError)[],
): Promise<(Content | AppError)[]> {
  const asked = messages.filter((each): each is ReadMessage => !(each instanceof AppError))
  const known = await lookUp(deps, applicationId, asked)
  const raws: (Raw | AppError)[] = []
  for (const each of messages) {
    raws.push(each instanceof AppError ? each : await rawOf(deps, applicationId, each, known))
  }
  const frozen = await freezeAll(applicationId, raws)
  return raws.map((raw, index) => {
    if (raw instanceof AppError) return raw
    const content = frozen[index]
    if (content === undefined) return new AppError('internal')
    if (content === null) return slowToPrepare()
    if (Array.isArray(content)) return refused(raw, content)
    return { ...content, stream: raw.stream, name: raw.name, isOwn: raw.isOwn }
  })
}

interface Raw extends RawContent {
  /** Key under which the frozen content is cached. */
  key: string
  stream: string
  name: string
  isOwn: boolean
  isFromTemplate: boolean
}

interface Known {
  settings: ReadonlyMap<string, Record<string, unknown>>
  found: { ours: NamedTemplate[]; kept: NamedWhatsappTemplate[] }
  /** Of templates that are read already, by what they are known by. */
  contents: Map<string, object>
  /** What templates are known by, by template, version, channel and class: the hash of all that they are frozen with. */
  keys: Map<string, string>
}

async function lookUp(
  { database: { kysely: db } }: Deps,
  applicationId: string,
  messages: readonly ReadMessage[],
): Promise<Known> {
  const named = (isKept: boolean) => {
    const names = [
      ...new Set(
        messages.flatMap(({ channel, sent }) => ((channel === 'whatsapp') === isKept ? (sent.template ?? []) : [])),
      ),
    ]
    return { names, ids: names.filter(isUuid) }
  }
  const channels = [...new Set(messages.map(({ channel }) => channel))]
  const kept = named(true)
  const [{ settings, templates: ours }, ofWhatsapp] = await Promise.all([
    selectSettingsAndTemplates(db, applicationId, { channels, ...named(false) }),
    kept.names.length === 0 ? [] : selectWhatsappTemplates(db, applicationId, kept),
  ])
  return { settings, found: { ours, kept: ofWhatsapp }, contents: new Map(), keys: new Map() }
}

async function rawOf(
  deps: Deps,
  applicationId: string,
  message: ReadMessage,
  { settings, found, contents, keys }: Known,
): Promise<Raw | AppError> {
  const { channel, sent, isTransactional } = message
  const own = settings.get(channel)
  if (own === undefined) {
    return invalidField('channel', sentence('channels.notConfigured'))
  }
  const sender = typeof own['sender_email'] === 'string' ? own['sender_email'] : ''
  const messageIdDomain = sender.split('@').at(-1) || 'notifly.invalid'
  const common = { channel, settings: own, messageIdDomain, isTransactional }
  if (sent.channel === 'whatsapp') return whatsappOf(sent, found.kept, common)
  if (sent.template === undefined) {
    const content = ownContent(sent)
    return {
      ...common,
      content,
      key: hashOf([common, content]),
      stream: 'own',
      name: 'API',
      isOwn: true,
      isFromTemplate: false,
    }
  }
  const template = ourTemplate(sent.template, TYPES[channel], found.ours)
  if (template instanceof AppError) return template
  const { templateId, version, name } = template
  const frozenAs = `${templateId} ${version} ${channel} ${isTransactional}`
  const key = keys.get(frozenAs) ?? hashOf([applicationId, templateId, version, common])
  keys.set(frozenAs, key)
  const stream = `${templateId} ${version}`
  if (FROZEN.has(key)) return { ...common, content: {}, key, stream, name, isOwn: false, isFromTemplate: true }
  let content = contents.get(key)
  if (content === undefined) {
    const read = await templateContent(deps.database.kysely, applicationId, templateId, TYPES[channel])
    // Somebody changed it between the two reads.
    if (read === null || read.version !== version) return new AppError('unavailable', { retryAfterSeconds: 1 })
    const ofClass = channel === 'sms' && { message_class: isTransactional ? 'transactional' : 'promotional' }
    content = { ...read.content, ...ofClass, ...(channel === 'email' && { isFromTemplate: true }) }
    contents.set(key, content)
  }
  return { ...common, content, key, stream, name, isOwn: false, isFromTemplate: true }
}

/** The template with this id, or with this name on the channel. */
function ourTemplate(
  named: string,
  type: string | undefined,
  found: readonly NamedTemplate[],
): NamedTemplate | AppError {
  const id = named.toLowerCase()
  const fitting = found.filter(({ templateId, name }) => templateId === id || name === named)
  const template = fitting.find(each => each.type === type)
  if (template !== undefined) return template
  const [other] = fitting
  if (other === undefined) return invalidField('template', sentence('messages.noTemplate'))
  const channel = (Object.keys(TYPES) as Channel[]).find(name => TYPES[name] === other.type) ?? 'whatsapp'
  return invalidField('template', sentence('messages.otherChannel', { channel: sentence(`channelNames.${channel}`) }))
}

type Common = Pick<Raw, 'channel' | 'settings' | 'messageIdDomain' | 'isTransactional'>

function whatsappOf(
  { template: named = '', content: own }: Extract<ReadMessage['sent'], { channel: 'whatsapp' }>,
  kept: readonly NamedWhatsappTemplate[],
  common: Common,
): Raw | AppError {
  const id = named.toLowerCase()
  const fitting = kept.filter(({ templateId, name }) => templateId === id || name === named)
  const [first, second] = own?.language === undefined ? fitting : fitting.filter(each => each.language === own.language)
  if (first === undefined) return invalidField('template', sentence('messages.noTemplate'))
  if (second !== undefined) return invalidField('content.language', sentence('messages.language'))
  const { name, language, status, components } = first
  const content = {
    template_name: name,
    language,
    ...(own?.parameters !== undefined && { parameters: own.parameters }),
    template: { status, components },
  }
  const key = hashOf([common, content])
  return { ...common, content, key, stream: `${name} ${language}`, name, isOwn: true, isFromTemplate: true }
}

function refused({ channel, isFromTemplate }: Raw, faults: readonly FieldFailure[]): AppError {
  return invalidFields(
    faults.map(fault => ({ ...fault, field: fieldOf(channel as Channel, fault.field, isFromTemplate) })),
  )
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

// Cache of frozen contents.

const FROZEN = new Map<string, FrozenContent>()
const KEPT = 200
/** Longest content that is cached; longer ones are frozen every time. */
const KEPT_CHARACTERS = 200_000

const FREEZE = workOf<typeof tasks>(new URL('./message-work.ts', import.meta.url))('freezeContents', {
  timeMs: 1500,
  outputMax: 40_000_000,
  refusal: slowToPrepare,
})

function slowToPrepare(): AppError {
  return new AppError('invalidInput', sentence('templates.versions.slowToPrepare'))
}

/** Contents that are frozen in one piece of work. */
const AT_ONCE = 50
/** Processor time for the contents of messages that are stored together: a newsletter of 15 KB takes 3 ms, a message of a line less than one. */
const BUDGET_MS = { together: 500, each: 6 }

async function freezeAll(applicationId: string, raws: readonly (Raw | AppError)[]): Promise<(Frozen | undefined)[]> {
  const results = new Map<string, Frozen>()
  const unknown = new Map<string, Raw>()
  for (const raw of raws) {
    if (raw instanceof AppError) continue
    const known = FROZEN.get(raw.key)
    if (known === undefined) unknown.set(raw.key, raw)
    else results.set(raw.key, known)
  }
  const waiting = [...unknown.values()]
  let budgetMs = BUDGET_MS.together + BUDGET_MS.each * waiting.length
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const part = waiting.slice(from, from + AT_ONCE)
    const { frozen, tookMs } = await freeze(applicationId, part, budgetMs)
    budgetMs -= tookMs
    for (const [index, { key }] of part.entries()) {
      const content = frozen[index]
      if (content === undefined) continue
      results.set(key, content)
      if (content !== null && !Array.isArray(content)) keep(key, content)
    }
  }
  return raws.map(raw => (raw instanceof AppError ? undefined : results.get(raw.key)))
}

async function freeze(applicationId: string, raws: readonly Raw[], budgetMs: number) {
  if (budgetMs <= 0) return { frozen: raws.map(() => null), tookMs: 0 }
  return shortWork.run(FREEZE, applicationId, { contents: raws.map(rawContent), budgetMs })
}

function rawContent({ channel, content, settings, messageIdDomain, isTransactional }: Raw): RawContent {
  return { channel, content, settings, messageIdDomain, isTransactional }
}

function keep(key: string, content: FrozenContent): void {
  if (JSON.stringify(content.frozen).length > KEPT_CHARACTERS) return
  FROZEN.set(key, content)
  for (const oldest of FROZEN.keys()) {
    if (FROZEN.size <= KEPT) break
    FROZEN.delete(oldest)
  }
}

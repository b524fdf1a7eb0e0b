/** The WhatsApp channel: campaigns fill in the variables of templates that WhatsApp has approved. */
import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { fillVariables, partOf, type WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import { tagLinkSource } from '../../lib/links/text-links.ts'
import type { Channel, Source } from '../channel.ts'
import { type MessageComponent, messageComponents, needsFor } from './components.ts'
import { type StoredTemplate, templateBlocker, valueFaults } from './faults.ts'
import { type CloudApiConfiguration, cloudApiProvider, type WhatsappMessage } from './providers/cloud-api.ts'
import { reasonSentence } from './reasons.ts'
import { compileComponents, sourcesIn } from './write-message.ts'

/** What a campaign says, with its names in the API. */
export interface WhatsappContent {
  template_name?: string | undefined
  language?: string | undefined
  parameters?: WhatsappParameters | null | undefined
  /** The template of that name and language as WhatsApp keeps it, null for none; absent where it was not looked up. */
  template?: StoredTemplate | null | undefined
}

/** The content stored with a run. */
export interface FrozenWhatsapp {
  name: string
  language: string
  components: MessageComponent[]
}

export const whatsappChannel: Channel<WhatsappContent, FrozenWhatsapp, CloudApiConfiguration, WhatsappMessage> = {
  name: 'whatsapp',
  addressedBy: 'phone',
  providers: { cloud_api: cloudApiProvider },

  sources({ parameters }) {
    const { header, body = [], buttons = [] } = parameters ?? {}
    const at = (field: string, source: string | undefined, kind: Source['kind']): Source[] =>
      source === undefined || source === '' ? [] : [{ field: `parameters.${field}`, source, kind }]
    return [
      ...at('header.text', header?.text, 'text'),
      ...at('header.media', header?.media, 'url'),
      ...at('header.filename', header?.filename, 'subject'),
      ...at('header.location.name', header?.location?.name, 'subject'),
      ...at('header.location.address', header?.location?.address, 'subject'),
      ...body.flatMap((source, index) => at(`body.${index}`, source, 'text')),
      ...buttons.flatMap(({ index, value }) => at(`buttons.${index}`, value, 'text')),
    ]
  },

  faults({ template_name: name = '', language = '', parameters, template }): FieldFailure[] {
    if (name.trim() === '') return [{ field: 'template_name', ...sentence('whatsappTemplates.choose.template') }]
    if (language.trim() === '') return [{ field: 'language', ...sentence('whatsappTemplates.choose.language') }]
    if (template === undefined) return []
    if (template === null) {
      return [{ field: 'template_name', ...sentence('whatsappTemplates.missing.template') }]
    }
    const obstacle = templateBlocker(template)
    if (obstacle !== null) return [{ field: 'template_name', ...obstacle }]
    const given = parameters ?? {}
    return valueFaults(needsFor(template.components, given), given)
  },

  outline({ parameters, template }, { phone_number_id = '' } = {}) {
    const buttons = partOf(template?.components ?? [], 'BUTTONS')?.buttons ?? []
    const index = buttons.findIndex(({ url }) => url !== undefined)
    const value = parameters?.buttons?.find(each => each.index === index)?.value
    const link = fillVariables(buttons[index]?.url ?? '', [value])
    const linkIn = link === '' ? null : ({ source: link, kind: 'url' } as const)
    return { sender: phone_number_id || null, replyTo: null, linkIn }
  },

  freeze({ template_name: name = '', language = '', parameters, template }, { tags }) {
    const given = tags ? withTaggedButtons(parameters ?? {}, template?.components ?? [], tags) : (parameters ?? {})
    const components = messageComponents(needsFor(template?.components, given), given)
    for (const { source, kind } of sourcesIn(components)) compileTemplate(source, kind)
    // WhatsApp keeps the addresses of buttons in the template, so there is none to put ours in the place of.
    return { content: { name, language, components }, links: [] }
  },

  fieldsOf({ components }) {
    const fields = sourcesIn(components).flatMap(({ source, kind }) => compileTemplate(source, kind).fields)
    return [...new Set(fields)]
  },

  compile({ name, language, components }) {
    const write = compileComponents(components)
    const template = `{"name":${JSON.stringify(name)},"language":{"code":${JSON.stringify(language)}},"components":`
    return ({ address, fields, token }) => ({
      recipient: address,
      body:
        `{"messaging_product":"whatsapp","recipient_type":"individual","to":"${digitsOf(address)}","type":"template",` +
        `"template":${template}${write(fields)}},"biz_opaque_callback_data":"${token}"}`,
    })
  },

  reasonSentence,
}

/** Of an address that ends in a variable, we fill in the end: UTM tags are added there, unless the template's address has a fragment. */
function withTaggedButtons(
  given: WhatsappParameters,
  components: readonly WhatsappComponent[],
  tags: LinkTags,
): WhatsappParameters {
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  return {
    ...given,
    buttons: (given.buttons ?? []).map(({ index, value }) => {
      const [, begin] = /^([^#]*)\{\{1\}\}$/.exec(buttons[index]?.url ?? '') ?? []
      if (begin === undefined) return { index, value }
      return { index, value: tagLinkSource(begin + value, tags).slice(begin.length) }
    }),
  }
}

/** WhatsApp writes numbers without the plus. */
function digitsOf(address: string): string {
  return address.replace(/\D/g, '')
}

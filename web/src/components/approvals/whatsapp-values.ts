import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  fillVariables,
  partOf,
  variablesOf,
  type WhatsappButton,
  type WhatsappComponent,
} from '@notifly/contracts/whatsapp-templates/components'
import { useTranslation } from 'react-i18next'
import type { Values } from '../changes/change-rows.ts'
import { useCan } from '../session/use-session.ts'
import { languageName, useWhatsappTemplate } from '../whatsapp/use-whatsapp-template.ts'
import { textIn } from './request-address.ts'

export interface WhatsappWords {
  category: (category: string) => string
  language: (code: string) => string
  /** "Image". */
  headerKind: (format: string) => string
  /** "Quick reply". */
  buttonKind: (type: string) => string
  /** "Quick reply: Later". */
  labelled: (kind: string, text: string) => string
  /** "Image, with a sample of the file". */
  withSample: (kind: string) => string
  /** "Header, {{1}}: 10431". */
  example: (part: 'header' | 'body', variable: string, example: string) => string
  /** "for example https://shop.example/10431". */
  forExample: (example: string) => string
  /** For a file that WhatsApp stores under an id. */
  uploaded: string
  /** The components of the template with that name and language; undefined if the reader can't read it. */
  partsOf: (name: string, language: string) => readonly WhatsappComponent[] | undefined
}

/** A WhatsApp template part by part, with the author's texts. */
export function whatsappInWords(values: Values | null, words: WhatsappWords): Values | null {
  const parts = values?.['components']
  if (values === null || !Array.isArray(parts)) return values
  const { components: _, category, language, ...rest } = values
  const components = parts as WhatsappComponent[]
  const header = partOf(components, 'HEADER')
  const body = partOf(components, 'BODY')
  const footer = partOf(components, 'FOOTER')?.text
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  const examples = [
    ...examplesOf('header', header?.text, { given: header?.example?.header_text, words }),
    ...examplesOf('body', body?.text, { given: body?.example?.body_text?.[0], words }),
  ]
  return {
    ...rest,
    ...(typeof category === 'string' && { category: words.category(category) }),
    ...(typeof language === 'string' && { language: words.language(language) }),
    ...(header !== undefined && { header: headerWords(header, words) }),
    body: body?.text,
    ...(examples.length > 0 && { examples: examples.join('\n') }),
    ...(footer !== undefined && { footer }),
    ...(buttons.length > 0 && {
      buttons: buttons.map(button => buttonWords(button, targetAsWritten(button, words), words)).join('\n'),
    }),
  }
}

function headerWords({ text, format = 'TEXT', example }: WhatsappComponent, words: WhatsappWords): string {
  if (text !== undefined) return text
  const kind = words.headerKind(format)
  return example?.header_handle?.[0] ? words.withSample(kind) : kind
}

function examplesOf(
  part: 'header' | 'body',
  text: string | undefined,
  { given = [], words }: { given: readonly string[] | undefined; words: WhatsappWords },
): string[] {
  const variables = variablesOf(text ?? '')
  return given.map((example, index) => words.example(part, `{{${variables[index] ?? index + 1}}}`, example))
}

function targetAsWritten({ type, url, phone_number: phone, example }: WhatsappButton, words: WhatsappWords) {
  const sample = example?.[0]
  if (type === 'COPY_CODE') return sample
  if (url === undefined) return phone
  return sample === undefined ? url : `${url} (${words.forExample(sample)})`
}

/** "Open a page: Track · https://shop.example/10431". */
function buttonWords({ type, text }: WhatsappButton, target: string | undefined, words: WhatsappWords): string {
  const details = [text, target].filter(Boolean).join(' · ')
  const kind = words.buttonKind(type)
  return details === '' ? kind : words.labelled(kind, details)
}

interface Message {
  name: string
  language: string
  parameters: WhatsappParameters
}

/** The content of a campaign: the message with its values filled in, or only the values if the template is not known. */
export function messageInWords({ name, language, parameters }: Message, words: WhatsappWords): Values {
  const template = [name, language && words.language(language)].filter(Boolean).join(' · ')
  const parts = words.partsOf(name, language)
  if (parts === undefined) return { template, parameters: withoutPositions(parameters) }
  const header = partOf(parts, 'HEADER')
  const footer = partOf(parts, 'FOOTER')?.text
  const buttons = partOf(parts, 'BUTTONS')?.buttons ?? []
  const valueAt = (at: number) => parameters.buttons?.find(({ index }) => index === at)?.value
  return {
    template,
    ...(header !== undefined && { header: filledHeader(header, parameters.header, words) }),
    body: fillVariables(partOf(parts, 'BODY')?.text ?? '', parameters.body ?? []),
    ...(footer !== undefined && { footer }),
    ...(buttons.length > 0 && {
      buttons: buttons.map((button, at) => buttonWords(button, targetAsSent(button, valueAt(at)), words)).join('\n'),
    }),
  }
}

function filledHeader(
  { text, format = 'TEXT' }: WhatsappComponent,
  given: WhatsappParameters['header'],
  words: WhatsappWords,
): string {
  if (text !== undefined) return fillVariables(text, [given?.text])
  const { media = '', filename, location } = given ?? {}
  const file = /^\d+$/.test(media) ? words.uploaded : media
  const place = location && [location.name, location.address, `${location.latitude}, ${location.longitude}`]
  const details = (place ?? [filename, file]).filter(Boolean).join(' · ')
  const kind = words.headerKind(format)
  return details === '' ? kind : words.labelled(kind, details)
}

function targetAsSent({ type, url, phone_number: phone }: WhatsappButton, value: string | undefined) {
  if (type === 'COPY_CODE') return value
  return url === undefined ? phone : fillVariables(url, [value])
}

/** The values of a template, without the positions, which only programs need. */
function withoutPositions({ buttons, ...rest }: WhatsappParameters): Values {
  return { ...rest, ...(buttons && { buttons: buttons.map(({ value }) => value) }) }
}

/** Texts for terms that WhatsApp names itself, and the templates of both states of a campaign. */
export function useWhatsappWords({ before, after }: { before: Values | null; after: Values | null }): WhatsappWords {
  const { t, i18n } = useTranslation(['approvals', 'whatsapp'])
  const earlier = useNamed(before)
  const later = useNamed(after)
  const known = (key: string, otherwise: string) => (i18n.exists(`whatsapp:${key}`) ? t(`whatsapp:${key}`) : otherwise)
  return {
    category: category => known(`category.${category}`, category),
    language: code => languageName(code, i18n.language),
    headerKind: format => known(`edit.format.${format}`, format),
    buttonKind: type => known(`edit.button.${type}`, type),
    labelled: (kind, text) => t('whatsapp.labelled', { kind, text }),
    withSample: kind => t('whatsapp.withSample', { kind }),
    example: (part, variable, example) => t(`whatsapp.example.${part}`, { variable, example }),
    forExample: example => t('whatsapp.forExample', { example }),
    uploaded: t('whatsapp:media.uploaded'),
    partsOf: (name, language) =>
      [later, earlier].find(each => each?.name === name && each.language === language)?.components,
  }
}

function useNamed(values: Values | null) {
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  const named = [textIn(values, 'template_name'), textIn(values, 'language')] as const
  return useWhatsappTemplate(...named, { enabled: mayRead }).template
}

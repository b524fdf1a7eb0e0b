/** Why a WhatsApp campaign cannot be sent, each fault at its field, in words for its author. */
import { COORDINATE_LIMITS, type WhatsappParameters } from '@notifly/contracts/campaigns/content'
import type { FieldFailure } from '@notifly/contracts/errors'
import { needsOf, type TemplateNeeds, type WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { SENDABLE_STATUSES } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** A template as WhatsApp has it. */
export interface StoredTemplate {
  status: string
  components: readonly WhatsappComponent[]
}

/** Returns why a template cannot be sent, whatever its values; null if it can. */
export function templateBlocker({ status, components }: StoredTemplate): Sentence | null {
  if (!SENDABLE_STATUSES.includes(status)) return STATUS_WORDS[status] ?? sentence('whatsappTemplates.obstacle.other')
  const { foreign } = needsOf(components)
  if (foreign.length === 0) return null
  return sentence('whatsappTemplates.obstacle.foreign', { parts: foreign.join(', ') })
}

const STATUS_WORDS: Record<string, Sentence> = {
  PENDING: sentence('whatsappTemplates.obstacle.pending'),
  REJECTED: sentence('whatsappTemplates.obstacle.rejected'),
  PAUSED: sentence('whatsappTemplates.obstacle.paused'),
  DISABLED: sentence('whatsappTemplates.obstacle.disabled'),
}

/** Finds values that are missing, too many, or without a variable in the template. */
export function valueFaults(needs: TemplateNeeds, parameters: WhatsappParameters): FieldFailure[] {
  return [...headerFaults(needs, parameters), ...bodyFaults(needs, parameters), ...buttonFaults(needs, parameters)]
}

function headerFaults(
  { header, headerVariables }: TemplateNeeds,
  { header: given }: WhatsappParameters,
): FieldFailure[] {
  switch (header) {
    case null:
      return []
    case 'text':
      return isBlank(given?.text) ? [missing('parameters.header.text', headerVariables[0] ?? '1')] : []
    case 'location':
      return locationFaults(given?.location)
    default:
      return mediaFaults(given?.media)
  }
}

function mediaFaults(media: string | undefined): FieldFailure[] {
  const field = 'parameters.header.media'
  if (isBlank(media)) return [{ field, ...sentence('whatsappTemplates.missing.media') }]
  const value = media?.trim() ?? ''
  const isFine = /^\d+$/.test(value) || /^(https:\/\/|\{[{%])/i.test(value)
  return isFine ? [] : [{ field, ...sentence('whatsappTemplates.missing.https') }]
}

function locationFaults(location: NonNullable<WhatsappParameters['header']>['location']): FieldFailure[] {
  const at = 'parameters.header.location'
  const which = sentence('whatsappTemplates.missing.place')
  if (location === undefined) return [{ field: at, ...which }]
  const names = ['latitude', 'longitude'] as const
  const lacking = names.filter(name => location[name] === undefined)
  const far = names.filter(name => Math.abs(location[name] ?? 0) > COORDINATE_LIMITS[name])
  return [
    ...lacking.map(name => ({ field: `${at}.${name}`, ...which })),
    ...far.map(name => ({
      field: `${at}.${name}`,
      ...sentence('whatsappTemplates.missing.coordinate', {
        least: -COORDINATE_LIMITS[name],
        most: COORDINATE_LIMITS[name],
      }),
    })),
    ...(isBlank(location.name) ? [{ field: `${at}.name`, ...sentence('fields.required') }] : []),
    ...(isBlank(location.address) ? [{ field: `${at}.address`, ...sentence('fields.required') }] : []),
  ]
}

function bodyFaults({ bodyVariables }: TemplateNeeds, { body = [] }: WhatsappParameters): FieldFailure[] {
  const faults = bodyVariables.flatMap((variable, index) =>
    isBlank(body[index]) ? [missing(`parameters.body.${index}`, variable)] : [],
  )
  if (body.length <= bodyVariables.length) return faults
  const mismatch = sentence('mergeFieldCountMismatch', { variables: bodyVariables.length, values: body.length })
  return [...faults, { field: 'parameters.body', ...mismatch }]
}

function buttonFaults({ buttons: needed }: TemplateNeeds, { buttons = [] }: WhatsappParameters): FieldFailure[] {
  return needed.flatMap(({ index, need }) => {
    if (!isBlank(buttons.find(button => button.index === index)?.value)) return []
    const words =
      need === 'url' ? sentence('whatsappTemplates.missing.url') : sentence('whatsappTemplates.missing.code')
    return [{ field: `parameters.buttons.${index}`, ...words }]
  })
}

function missing(field: string, variable: string): FieldFailure {
  return { field, ...sentence('whatsappTemplates.missing.value', { variable: `{{${variable}}}` }) }
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === ''
}

/** What keeps a WhatsApp campaign from being sent, each at its field, in the words that its author reads. */
import { COORDINATE_LIMITS, type WhatsappParameters } from '@notifly/contracts/campaign-content'
import type { FieldError } from '@notifly/contracts/errors'
import { needsOf, type TemplateNeeds, type WhatsappComponent } from '@notifly/contracts/whatsapp-components'
import { SENDABLE_STATUSES } from '@notifly/contracts/whatsapp-templates'

/** A template as WhatsApp keeps it. */
export interface KeptTemplate {
  status: string
  components: readonly WhatsappComponent[]
}

/** Why a template cannot be sent from here, whatever its values; null when it can. */
export function templateObstacle({ status, components }: KeptTemplate): string | null {
  if (!SENDABLE_STATUSES.includes(status)) return STATUS_WORDS[status] ?? 'WhatsApp has not approved this template.'
  const { foreign } = needsOf(components)
  if (foreign.length === 0) return null
  return `This template has parts that cannot be filled from here: ${foreign.join(', ')}.`
}

const STATUS_WORDS: Record<string, string> = {
  PENDING: 'WhatsApp has not decided about this template yet.',
  REJECTED: 'WhatsApp has rejected this template.',
  PAUSED: 'WhatsApp has paused this template, because readers react badly to it.',
  DISABLED: 'WhatsApp has disabled this template for good.',
}

/** Values that are missing, too many, or have no place in the template. */
export function valueFaults(needs: TemplateNeeds, parameters: WhatsappParameters): FieldError[] {
  return [...headerFaults(needs, parameters), ...bodyFaults(needs, parameters), ...buttonFaults(needs, parameters)]
}

function headerFaults({ header, headerVariables }: TemplateNeeds, { header: given }: WhatsappParameters): FieldError[] {
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

function mediaFaults(media: string | undefined): FieldError[] {
  const field = 'parameters.header.media'
  if (isBlank(media)) return [{ field, message: 'Upload the media, or give its address.' }]
  const value = media?.trim() ?? ''
  const isFine = /^\d+$/.test(value) || /^(https:\/\/|\{[{%])/i.test(value)
  return isFine ? [] : [{ field, message: 'Give an address that begins with https://.' }]
}

function locationFaults(location: NonNullable<WhatsappParameters['header']>['location']): FieldError[] {
  const at = 'parameters.header.location'
  const which = 'Say which place.'
  if (location === undefined) return [{ field: at, message: which }]
  const names = ['latitude', 'longitude'] as const
  const lacking = names.filter(name => location[name] === undefined)
  const far = names.filter(name => Math.abs(location[name] ?? 0) > COORDINATE_LIMITS[name])
  return [
    ...lacking.map(name => ({ field: `${at}.${name}`, message: which })),
    ...far.map(name => ({
      field: `${at}.${name}`,
      message: `Enter a number from ${-COORDINATE_LIMITS[name]} to ${COORDINATE_LIMITS[name]}.`,
    })),
    ...(isBlank(location.name) ? [{ field: `${at}.name`, message: 'This field is required.' }] : []),
    ...(isBlank(location.address) ? [{ field: `${at}.address`, message: 'This field is required.' }] : []),
  ]
}

function bodyFaults({ bodyVariables }: TemplateNeeds, { body = [] }: WhatsappParameters): FieldError[] {
  const faults = bodyVariables.flatMap((variable, index) =>
    isBlank(body[index]) ? [missing(`parameters.body.${index}`, variable)] : [],
  )
  if (body.length <= bodyVariables.length) return faults
  const message = `The template has ${bodyVariables.length} variables, and there are ${body.length} values.`
  return [...faults, { field: 'parameters.body', message, key: 'mergeFieldCountMismatch' }]
}

function buttonFaults({ buttons: needed }: TemplateNeeds, { buttons = [] }: WhatsappParameters): FieldError[] {
  return needed.flatMap(({ index, need }) => {
    if (!isBlank(buttons.find(button => button.index === index)?.value)) return []
    const message = need === 'url' ? 'Fill in the end of the address.' : 'Fill in the code to copy.'
    return [{ field: `parameters.buttons.${index}`, message }]
  })
}

function missing(field: string, variable: string): FieldError {
  return { field, message: `Fill in {{${variable}}}.` }
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === ''
}

/** The addresses at which requests are shown, and at which a rejected one is corrected. */
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { paths, withQuery } from '../../paths.ts'
import { channelIn, setUpPath } from '../channels/channels.ts'
import { reopenQuery } from './request-flags.ts'

/** Fragment of the approvals page that opens a request. */
export const REQUEST_PREFIX = 'request-'

/** The approvals page with one request open. */
export function requestPath(slug: string, uuid: string): string {
  return `${paths.approvals(slug)}#${REQUEST_PREFIX}${uuid}`
}

/** A text in a request's payload; empty if there is none. */
export function textIn(values: Readonly<Record<string, unknown>> | null | undefined, field: string): string {
  const value = values?.[field]
  return typeof value === 'string' ? value : ''
}

/**
 * The page on which the maker corrects a rejected request, filled in from it; undefined if there is nothing to correct: the request itself
 * then offers to ask again.
 */
export function correctionPath(slug: string, request: Approval): string | undefined {
  const { command, payload } = request
  const query = reopenQuery(request)
  const id = (field: string) => textIn(payload, field)
  switch (command) {
    case 'template.create':
      return paths.templateNew(slug, query)
    case 'template.update':
    case 'template.restore':
      return withQuery(paths.template(slug, id('template_uuid')), query)
    case 'whatsapp-template.create':
      return paths.whatsappTemplateNew(slug, query)
    case 'whatsapp-template.update':
      return withQuery(paths.whatsappTemplateEdit(slug, id('template_uuid')), query)
    case 'segment.create':
      return payload['rules'] === undefined ? undefined : paths.segmentNew(slug, query)
    case 'segment.update':
      if (payload['rules'] !== undefined) return paths.segmentEdit(slug, id('segment_uuid'), query)
      return withQuery(paths.audience(slug), { rename: id('segment_uuid'), ...query })
    case 'import.insert':
    case 'contact.bulk-update':
      return withQuery(paths.audienceManage(slug), query)
    case 'contact.create':
      return paths.contacts(slug, query)
    case 'contact.update':
    case 'consent.resubscribe':
      return withQuery(paths.contact(slug, id('uuid')), query)
    case 'sign-up-form.create':
      return paths.signUpFormNew(slug, query)
    case 'sign-up-form.update':
      return paths.signUpForm(slug, id('form_uuid'), query)
    case 'suppression.delete':
      return withQuery(paths.suppressions(slug), query)
    case 'site.create':
    case 'site.update':
    case 'prompts.update':
    case 'safari.create':
    case 'safari.update':
      return setUpPath(slug, 'webpush', query)
    case 'channel.create':
    case 'channel.update':
    case 'prices.update':
      return setUpPath(slug, channelIn(payload['channel']), query)
    case 'campaign.launch':
      return paths.campaignWizard(slug, channelIn(payload['channel']), { draft: id('uuid') || undefined, ...query })
    case 'campaign.update':
      return paths.campaignWizard(slug, channelIn(payload['channel']), { m: 'e', uuid: id('uuid'), ...query })
    case 'key.create':
    case 'key.update':
      return withQuery(paths.keys(slug), query)
    default:
      return undefined
  }
}

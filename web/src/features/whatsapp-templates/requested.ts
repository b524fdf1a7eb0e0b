import type { Approval } from '@notifly/contracts/approvals/approvals'
import { WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import * as z from 'zod/mini'
import { textIn } from '../../components/approvals/request-address.ts'
import { type Draft, requestedDraft } from './draft.ts'

/** What a rejected request would have written. */
export function requestedIn(request: Approval | undefined): Draft | undefined {
  const payload = request?.payload
  const components = z.array(WhatsappComponent).safeParse(payload?.['components'])
  if (payload === undefined || !components.success) return undefined
  const [name, language, category] = [textIn(payload, 'name'), textIn(payload, 'language'), textIn(payload, 'category')]
  return requestedDraft({ name, language, category, components: components.data })
}

import type { Contact } from '@notifly/contracts/contacts/audience'
import { CONTACT_COLUMNS } from '@notifly/contracts/contacts/contacts'
import * as z from 'zod/mini'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { NOT_REOPENED, reopenFields } from '../../components/approvals/request-flags.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { MergeFieldsDialog } from './MergeFieldsDialog.tsx'

const state = z.object(reopenFields)

export interface CorrectContactProps {
  /** The contact whose change was rejected; absent: a new one was. */
  contact?: Contact
  onCreated?: (uuid: string) => void
}

/** The form of a rejected request on a contact, filled in as it was sent; nothing unless the address asks for one. */
export function CorrectContact({ contact, onCreated }: CorrectContactProps) {
  const [, change] = useUrlState(state)
  const { request, reopens } = useReopened()
  if (request?.command !== (contact === undefined ? 'contact.create' : 'contact.update')) return null
  const { payload } = request
  const dialog = {
    over: payload,
    reopens,
    banner: <ReopenBanner request={request} />,
    open: true,
    onOpenChange: () => change(NOT_REOPENED, { replace: true }),
  }
  const hasColumns = CONTACT_COLUMNS.some(column => column in payload)
  return contact !== undefined && !hasColumns ? (
    <MergeFieldsDialog contact={contact} {...dialog} />
  ) : (
    <ContactDialog {...(contact && { contact })} {...dialog} {...(onCreated && { onCreated })} />
  )
}

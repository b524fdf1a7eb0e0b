import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts, listSegments, readContact } from '@notifly/contracts/contacts/audience'
import { deleteContact, eraseContact, exportContact } from '@notifly/contracts/contacts/contacts'
import { Download, Ellipsis, Eraser, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../api/client.ts'
import { saveFile } from '../../api/download.ts'
import { refresh, useWrite } from '../../api/queries.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'
import { TypedNameDialog } from '../../components/danger/TypedNameDialog.tsx'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { contactTitle } from './contact-words.ts'
import { ContactDialog } from './ContactDialog.tsx'

type Asked = 'edit' | 'delete' | 'erase'

/** What can be done with a contact. While a change of it waits for approval only its data can be taken. */
export function ContactActions({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const mayEdit = useCan(ACTIVITY.audience, 'update')
  const mayDelete = useCan(ACTIVITY.audience, 'delete')
  const [asked, setAsked] = useState<Asked>()
  const isWaiting = contact.approval_uuid !== undefined
  const take = useWrite(exportContact, {
    success: 'silent',
    onDone: ({ data }) => {
      const text = JSON.stringify(data, null, 2)
      saveFile(new Blob([text], { type: 'application/json' }), `contact-${contact.uuid}.json`)
    },
  })
  const items: MenuItem[] = [
    { label: t('take.action'), icon: Download, onSelect: () => take.mutate({ params: { uuid: contact.uuid } }) },
    ...(mayDelete && !isWaiting
      ? [
          { separator: true as const },
          { label: t('delete.action'), icon: Trash2, danger: true, onSelect: () => setAsked('delete') },
          { label: t('erase.action'), icon: Eraser, danger: true, onSelect: () => setAsked('erase') },
        ]
      : []),
  ]
  const dialog = (name: Asked) => ({
    open: asked === name,
    onOpenChange: (open: boolean) => setAsked(open ? name : undefined),
  })
  return (
    <>
      {mayEdit && !isWaiting && (
        <Button icon={Pencil} onClick={() => setAsked('edit')}>
          {t('edit.action')}
        </Button>
      )}
      <Menu
        align="end"
        items={items}
        trigger={<IconButton icon={Ellipsis} label={t('more')} loading={take.isPending} />}
      />
      <ContactDialog contact={contact} {...dialog('edit')} />
      <DeleteDialog contact={contact} {...dialog('delete')} />
      <EraseDialog contact={contact} {...dialog('erase')} />
    </>
  )
}

interface GoneProps {
  contact: Contact
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** After a contact is gone its page is too; one whose end waits for approval stays. */
function useLeave(): (isHeld: boolean) => Promise<void> {
  const slug = useSlug()
  const goTo = useGoTo()
  return async isHeld => {
    if (!isHeld) await goTo(paths.contacts(slug), { replace: true })
    await Promise.all([refresh(listContacts), refresh(listSegments), ...(isHeld ? [refresh(readContact)] : [])])
  }
}

function DeleteDialog({ contact, open, onOpenChange }: GoneProps) {
  const { t } = useTranslation('contacts')
  const leave = useLeave()
  return (
    <ConfirmWrite
      endpoint={deleteContact}
      input={{ params: { uuid: contact.uuid } }}
      refreshes={[]}
      open={open}
      onClose={() => onOpenChange(false)}
      onDone={({ makerChecker }) => leave(makerChecker)}
      title={t('delete.title', { name: contactTitle(contact) })}
      action={t('delete.action')}
    >
      {t('delete.text')}
    </ConfirmWrite>
  )
}

function EraseDialog({ contact, open, onOpenChange }: GoneProps) {
  const { t } = useTranslation('contacts')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const leave = useLeave()
  const erase = async () => {
    const { makerChecker } = await callWithMeta(eraseContact, { params: { uuid: contact.uuid }, body: {} })
    await leave(makerChecker)
  }
  return (
    <TypedNameDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('erase.title')}
      action={approvalLabel(t('erase.action'))}
      name={contact.email ?? contactTitle(contact)}
      onConfirm={erase}
    >
      <p>{t('erase.text')}</p>
      <p className="mt-2">{t('erase.kept')}</p>
    </TypedNameDialog>
  )
}

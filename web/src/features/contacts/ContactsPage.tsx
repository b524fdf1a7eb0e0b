import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { AudienceFrame, ImportLink } from '../../components/contacts/AudienceFrame.tsx'
import { Contacts } from './Contacts.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { CorrectContact } from './CorrectContact.tsx'
import { SampleLinks } from '../../components/imports/SampleLinks.tsx'

/** The application's contacts: the second tab of the audience. */
export function ContactsPage() {
  const { t } = useTranslation(['contacts', 'audience'])
  const slug = useSlug()
  const goTo = useGoTo()
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const [isAdding, setAdding] = useState(false)
  const showContact = (uuid: string) => void goTo(paths.contact(slug, uuid))
  const add = mayAdd && (
    <Button size="sm" icon={UserPlus} onClick={() => setAdding(true)}>
      {t('add.action')}
    </Button>
  )
  return (
    <AudienceFrame tab="contacts">
      <CorrectContact onCreated={showContact} />
      <Contacts empty={<NoContacts add={add} />} end={add} />
      <ContactDialog open={isAdding} onOpenChange={setAdding} onCreated={showContact} />
    </AudienceFrame>
  )
}

function NoContacts({ add }: { add: React.ReactNode }) {
  const { t } = useTranslation('audience')
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  return (
    <StateCard
      kind="empty"
      icon={Users}
      title={t('contacts.empty')}
      actions={
        <>
          {mayImport && <ImportLink />}
          {add}
        </>
      }
    >
      <p className="mb-2">{t('contacts.emptyText')}</p>
      <SampleLinks />
    </StateCard>
  )
}

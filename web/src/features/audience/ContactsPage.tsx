import { ACTIVITY } from '@notifly/contracts/activities'
import { createSegment, listContacts, listSegments } from '@notifly/contracts/audience'
import { useParams } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths, withQuery } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { AudienceFrame, ImportLink } from './AudienceFrame.tsx'
import { ContactsTable } from './ContactsTable.tsx'
import { SampleLinks } from './SampleLinks.tsx'
import { SegmentNameDialog } from './segments/SegmentNameDialog.tsx'

const NOBODY: ReadonlySet<string> = new Set()

/** The application's contacts: the second tab of the audience. Selected ones can become a segment. */
export function ContactsPage() {
  const { t } = useTranslation('audience')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const goTo = useGoTo()
  const { number } = useDisplay()
  const mayCreate = useCan(ACTIVITY.segmentation, 'create')
  const [chosen, setChosen] = useState(NOBODY)
  const [isNaming, setNaming] = useState(false)
  const create = async (name: string) => {
    const body = { segment_name: name, contact_uuids: [...chosen] }
    const { segment_uuid } = await call(createSegment, { body })
    await Promise.all([refresh(listSegments), refresh(listContacts)])
    await goTo(withQuery(paths.audience(slug), { segment: segment_uuid }))
  }
  const selection = {
    ids: chosen,
    onChange: setChosen,
    actions: () => (
      <Button size="sm" icon={Plus} onClick={() => setNaming(true)}>
        {t('segment.create')}
      </Button>
    ),
  }
  return (
    <AudienceFrame slug={slug} tab="contacts">
      <ContactsTable slug={slug} empty={<NoContacts slug={slug} />} {...(mayCreate ? { selection } : {})} />
      <SegmentNameDialog
        open={isNaming}
        onOpenChange={setNaming}
        title={t('segment.create')}
        description={t('segment.createText', { count: chosen.size, shown: number(chosen.size) })}
        action={t('segment.create')}
        name=""
        onSave={create}
      />
    </AudienceFrame>
  )
}

function NoContacts({ slug }: { slug: string }) {
  const { t } = useTranslation('audience')
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  return (
    <StateCard kind="empty" icon={Users} title={t('contacts.empty')} actions={mayImport && <ImportLink slug={slug} />}>
      <p className="mb-2">{t('contacts.emptyText')}</p>
      <SampleLinks />
    </StateCard>
  )
}

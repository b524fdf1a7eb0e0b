import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { createSegment, listContacts, listSegments } from '@notifly/contracts/contacts/audience'
import { deleteContacts, EXPORT_CHOSEN_MAX } from '@notifly/contracts/contacts/contacts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFully } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths, withQuery } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SegmentNameDialog } from '../../components/segments/SegmentNameDialog.tsx'
import { ExportMenu } from './ExportMenu.tsx'

export interface SelectionActionsProps {
  ids: ReadonlySet<string>
  onDone: () => void
}

/** What can be done with selected contacts: a segment of them, a file, or an end. */
export function SelectionActions({ ids, onDone }: SelectionActionsProps) {
  const slug = useSlug()
  const { t } = useTranslation(['contacts', 'audience'])
  const goTo = useGoTo()
  const mayCreate = useCan(ACTIVITY.segmentation, 'create')
  const mayDelete = useCan(ACTIVITY.audience, 'delete')
  const [asked, setAsked] = useState<'name' | 'delete'>()
  const chosen = [...ids]
  const create = async (name: string) => {
    const body = { segment_name: name, contact_uuids: chosen }
    const { data, makerChecker } = await callFully(createSegment, { body })
    await Promise.all([refresh(listSegments), refresh(listContacts)])
    if (!makerChecker) await goTo(withQuery(paths.audience(slug), { segment: data.segment_uuid }))
  }
  return (
    <>
      {mayCreate && (
        <Button size="sm" icon={Plus} onClick={() => setAsked('name')}>
          {t('audience:segment.create')}
        </Button>
      )}
      <ExportMenu query={{ uuids: chosen.join(',') }} disabled={chosen.length > EXPORT_CHOSEN_MAX} />
      {mayDelete && (
        <Button size="sm" variant="ghost" icon={Trash2} onClick={() => setAsked('delete')}>
          {t('deleteMany.action')}
        </Button>
      )}
      <SegmentNameDialog
        open={asked === 'name'}
        onOpenChange={open => setAsked(open ? 'name' : undefined)}
        title={t('audience:segment.create')}
        description={t('audience:segment.createText', { count: ids.size })}
        action={t('audience:segment.create')}
        name=""
        onSave={create}
      />
      <ConfirmWrite
        endpoint={deleteContacts}
        input={{ body: { contact_uuids: chosen } }}
        refreshes={[listContacts, listSegments]}
        open={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        onDone={({ makerChecker }) => {
          if (!makerChecker) onDone()
        }}
        title={t('deleteMany.title', { count: ids.size })}
        action={t('deleteMany.action')}
      >
        {t('delete.text')}
      </ConfirmWrite>
    </>
  )
}

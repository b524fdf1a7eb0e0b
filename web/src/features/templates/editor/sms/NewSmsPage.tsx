import { useTranslation } from 'react-i18next'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { PageTitle } from '../../../../components/navigation/PageTitle.tsx'
import { useGoTo } from '../../../../components/navigation/use-pages.ts'
import { paths } from '../../../../paths.ts'
import type { SavedState, SmsEditorContent } from '../content.ts'
import { SmsEditor } from './SmsEditor.tsx'

const BLANK: SavedState<SmsEditorContent> = {
  content: { name: '', text: '', dlt_template_id: '' },
  version: 0,
  savedOn: null,
}

/** A new template of a text message: there is no design to choose, so one writes at once. */
export function NewSmsPage({ slug, reopened }: { slug: string; reopened: Reopened }) {
  const { t } = useTranslation('sms')
  const goTo = useGoTo()
  return (
    <>
      <PageTitle>{t('template.new')}</PageTitle>
      {!reopened.isLoading && (
        <SmsEditor
          slug={slug}
          uuid={undefined}
          initial={BLANK}
          reopened={reopened}
          onCreated={uuid => goTo(paths.template(slug, uuid), { replace: true })}
          reload={async () => BLANK}
        />
      )}
    </>
  )
}

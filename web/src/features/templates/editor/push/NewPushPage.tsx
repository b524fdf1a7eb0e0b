import { useTranslation } from 'react-i18next'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { PageTitle } from '../../../../components/navigation/PageTitle.tsx'
import { useGoTo } from '../../../../components/navigation/use-pages.ts'
import { pushWordsOf } from '../../../../components/push/push-look.ts'
import { paths } from '../../../../paths.ts'
import type { SavedState, PushEditorContent } from '../content.ts'
import { PushEditor } from './PushEditor.tsx'

const BLANK: SavedState<PushEditorContent> = {
  content: { name: '', ...pushWordsOf() },
  version: 0,
  savedOn: null,
}

/** A new template of a notification: there is no design to choose, so one writes at once. */
export function NewPushPage({ slug, reopened }: { slug: string; reopened: Reopened }) {
  const { t } = useTranslation('templates')
  const goTo = useGoTo()
  return (
    <>
      <PageTitle>{t('push.new')}</PageTitle>
      {!reopened.isLoading && (
        <PushEditor
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

import { readTemplateBlock, type TemplateBlock } from '@notifly/contracts/templates/blocks'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ArrowDownToLine, Library, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../../../api/queries.ts'
import { useCan } from '../../../../../components/session/use-session.ts'
import { ReadFailure } from '../../../../../components/states/ReadFailure.tsx'
import { Button } from '../../../../../ui/controls/Button.tsx'
import { Alert } from '../../../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../../../ui/feedback/Skeleton.tsx'
import type { GroupNode } from '../../mjml/tree.ts'
import { isSameSource, sourceOf, withoutMark } from '../../model/saved.ts'
import { savedMark } from '../../model/saved-marks.ts'
import { useTakeVersion } from '../../use-saved-acts.ts'
import { useVisualShared } from '../../visual-context.ts'
import { UpdateBlockDialog } from './UpdateBlockDialog.tsx'
import { UsesDialog } from './UsesDialog.tsx'

/** How a block of this mail stands to the one in the library, and what can be done about it. */
export function SavedPanel({ group }: { group: GroupNode }) {
  const { t } = useTranslation('visual')
  const { visual, mayWrite } = useVisualShared()
  const uuid = savedMark(group)?.uuid ?? ''
  const { data, error, refetch } = useRead(readTemplateBlock, { params: { uuid } })
  const isGone = error?.status === 404
  return (
    <div className="flex flex-col gap-4">
      {isGone && <Alert tone="info">{t('saved.gone')}</Alert>}
      {error && !isGone && <ReadFailure error={error} title={t('saved.failed')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <LoadingNote />
          <Skeleton height="4rem" />
        </>
      )}
      {data && !isGone && <Standing group={group} block={data} />}
      {mayWrite && (
        <div className="flex flex-col items-start gap-1.5 border-t border-line pt-4">
          <Button icon={Unlink} onClick={() => visual.edit(root => withoutMark(root, group.id), { chosen: null })}>
            {t('saved.unlink')}
          </Button>
          <p className="text-12 text-muted">{t('saved.unlinkHelp')}</p>
        </div>
      )}
    </div>
  )
}

function Standing({ group, block }: { group: GroupNode; block: TemplateBlock }) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  const mayUpdate = useCan(ACTIVITY.templateEmail, 'update')
  const take = useTakeVersion()
  const [asked, setAsked] = useState<'update' | 'uses'>()
  const source = sourceOf(group.children)
  const isSame = isSameSource(source, block.mjml)
  const isBehind = (savedMark(group)?.version ?? 0) < block.version
  const close = () => setAsked(undefined)
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{block.name}</bdi>
      </h3>
      <Alert tone="info">
        {t(isBehind ? 'saved.newer' : isSame ? 'saved.same' : 'saved.changed', { version: block.version })}
      </Alert>
      {mayWrite && (isBehind || !isSame) && (
        <div className="flex flex-wrap gap-2">
          {/* One that is behind would put older words over newer ones. */}
          {!isBehind && mayUpdate && (
            <Button icon={Library} variant="primary" onClick={() => setAsked('update')}>
              {t('saved.update')}
            </Button>
          )}
          <Button icon={ArrowDownToLine} variant={isBehind ? 'primary' : 'plain'} onClick={() => take(block)}>
            {t(isBehind ? 'saved.take' : 'saved.revert')}
          </Button>
        </div>
      )}
      <button
        type="button"
        onClick={() => setAsked('uses')}
        className="self-start text-12 font-medium text-accent-ink underline-offset-3 hover:underline"
      >
        {t('saved.used', { count: block.used_in })}
      </button>
      {asked === 'uses' && <UsesDialog uuid={block.uuid} name={block.name} onClose={close} />}
      {asked === 'update' && <UpdateBlockDialog block={block} source={source} onClose={close} />}
    </>
  )
}

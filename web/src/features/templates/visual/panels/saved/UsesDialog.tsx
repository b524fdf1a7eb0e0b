import { readTemplateBlock, type TemplateBlock } from '@notifly/contracts/templates/blocks'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../../api/api-error.ts'
import { useRead } from '../../../../../api/queries.ts'
import { FormFailure } from '../../../../../components/form/FormFailure.tsx'
import { PageLink } from '../../../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../../../components/navigation/use-pages.ts'
import { useCan } from '../../../../../components/session/use-session.ts'
import { ReadFailure } from '../../../../../components/states/ReadFailure.tsx'
import { paths } from '../../../../../paths.ts'
import { Button } from '../../../../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../../../ui/layout/Badge.tsx'
import { Dialog } from '../../../../../ui/overlays/Dialog.tsx'
import { useVisualShared } from '../../visual-context.ts'
import { AppliedList } from './AppliedList.tsx'
import type { BlockDialogProps } from './block-dialogs.tsx'
import { useApply } from './use-apply.ts'

/** Which templates have a block, and in which version; those that are behind can be brought up to date. */
export function UsesDialog({ uuid, name, onClose }: BlockDialogProps) {
  const { t } = useTranslation(['visual', 'common'])
  const { uuid: open } = useVisualShared()
  const { data, error, refetch } = useRead(readTemplateBlock, { params: { uuid } })
  const mayChange = useCan(ACTIVITY.templateEmail, 'update')
  const { results, apply } = useApply(open)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const behind = (data?.templates ?? []).filter(each => each.block_version < (data?.version ?? 0) && each.uuid !== open)
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await apply(uuid)
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setFailure(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={data && t('saved.used', { count: data.used_in })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.close')}</Button>
          {mayChange && behind.length > 0 && (
            <Button variant="primary" loading={isBusy} onClick={() => void run()}>
              {t('saved.apply', { count: behind.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormFailure error={failure} />
        {results && <AppliedList results={results} />}
        {error && <ReadFailure error={error} title={t('saved.failed')} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <LoadingNote />
            <Skeleton height="4rem" />
          </>
        )}
        {data && <Uses block={data} />}
      </div>
    </Dialog>
  )
}

function Uses({ block: { templates, version, used_in: count } }: { block: TemplateBlock }) {
  const { t } = useTranslation('visual')
  const slug = useSlug()
  if (count === 0) return <p className="text-muted">{t('saved.unused')}</p>
  return (
    <ul className="flex max-h-72 flex-col gap-1.5 overflow-y-auto">
      {templates.map(({ uuid, name, block_version }) => (
        <li key={uuid} className="flex items-center gap-2">
          <span className="min-w-0 truncate">
            <PageLink to={paths.template(slug, uuid)}>
              <bdi>{name}</bdi>
            </PageLink>
          </span>
          {block_version < version && <Badge type="mellow">{t('saved.behind')}</Badge>}
        </li>
      ))}
      {count > templates.length && (
        <li className="text-muted">{t('saved.others', { count: count - templates.length })}</li>
      )}
    </ul>
  )
}

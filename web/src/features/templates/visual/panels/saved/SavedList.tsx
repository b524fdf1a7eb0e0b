import type { TemplateBlockRow } from '@notifly/contracts/templates/blocks'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../../../components/session/use-session.ts'
import { Button } from '../../../../../ui/controls/Button.tsx'
import { cx } from '../../../../../ui/cx.ts'
import { Icon } from '../../../../../ui/layout/Icon.tsx'
import { RowMenu } from '../../../../../ui/overlays/RowMenu.tsx'
import { useDraggable } from '../../canvas/use-draggable.ts'
import { useInsertSaved } from '../../use-saved-acts.ts'
import { useVisualShared } from '../../visual-context.ts'
import { DeleteBlockDialog, RenameBlockDialog } from './block-dialogs.tsx'
import { UsesDialog } from './UsesDialog.tsx'

type Asked = 'rename' | 'uses' | 'delete'

/** Blocks of the library, to drag into the mail or to put after the chosen one by a press. */
export function SavedList() {
  const { t } = useTranslation(['visual', 'common'])
  const { saved } = useVisualShared()
  const [asked, setAsked] = useState<{ what: Asked; row: TemplateBlockRow }>()
  const { rows, hasFailed, again } = saved
  if (!rows && !hasFailed) return null
  const close = () => setAsked(undefined)
  return (
    <section aria-label={t('saved.title')} className="mt-4">
      <h2 className="mb-1 font-semibold">{t('saved.title')}</h2>
      {rows?.length === 0 && <p className="text-12 text-muted">{t('saved.none')}</p>}
      {hasFailed && (
        <div className="flex flex-col items-start gap-1.5">
          <p role="alert" className="text-12 text-danger-ink">
            {t('saved.listFailed')}
          </p>
          <Button size="sm" onClick={again}>
            {t('common:ui.retry')}
          </Button>
        </div>
      )}
      <ul className="-mx-1.5 max-h-48 overflow-y-auto empty:hidden">
        {rows?.map(row => (
          <li key={row.uuid}>
            <SavedRow row={row} onAsk={what => setAsked({ what, row })} />
          </li>
        ))}
      </ul>
      {asked?.what === 'rename' && <RenameBlockDialog uuid={asked.row.uuid} name={asked.row.name} onClose={close} />}
      {asked?.what === 'uses' && <UsesDialog uuid={asked.row.uuid} name={asked.row.name} onClose={close} />}
      {asked?.what === 'delete' && <DeleteBlockDialog uuid={asked.row.uuid} name={asked.row.name} onClose={close} />}
    </section>
  )
}

function SavedRow({ row, onAsk }: { row: TemplateBlockRow; onAsk: (what: Asked) => void }) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  const mayChange = useCan(ACTIVITY.templateEmail, 'update')
  const mayDelete = useCan(ACTIVITY.templateEmail, 'delete')
  const insert = useInsertSaved()
  const host = useRef<HTMLButtonElement>(null)
  const { uuid, name, place, used_in: count } = row
  const isDragged = useDraggable(host, { saved: { uuid, place } }, mayWrite)
  return (
    <div className="flex items-center gap-1 rounded-2 ps-1.5 hover:bg-hover">
      <button
        ref={host}
        type="button"
        disabled={!mayWrite}
        aria-label={t('saved.add', { name })}
        onClick={() => insert({ uuid, place })}
        className={cx(
          'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-2 text-start disabled:text-disabled',
          mayWrite && 'cursor-grab',
          isDragged && 'opacity-50',
        )}
      >
        <Icon of={Bookmark} size={14} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{name}</bdi>
        </span>
      </button>
      <span className="tnum text-12 text-muted" title={t('saved.used', { count })}>
        <span aria-hidden>{count}</span>
        <span className="sr-only">{t('saved.used', { count })}</span>
      </span>
      <RowMenu
        name={name}
        items={[
          { label: t('saved.uses'), hint: count, onSelect: () => onAsk('uses') },
          mayChange && { label: t('saved.rename'), onSelect: () => onAsk('rename') },
          mayDelete && { label: t('saved.delete'), danger: true, onSelect: () => onAsk('delete') },
        ]}
      />
    </div>
  )
}

import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { Bell, type LucideIcon, MousePointerClick, PanelTop, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { NameCell, ValueOrDash } from '../../ui/table/NameCell.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { automaticPrompts, PROMPT_TYPES, type PromptType, TAB_OF, typesIn, without } from './prompt-drafts.ts'

const ICONS: Record<PromptType, LucideIcon> = {
  subscription_bell: Bell,
  slide_prompt: PanelTop,
  custom_link: MousePointerClick,
}

export interface PromptsPanelProps {
  preferences: PromptPreferences
  mayWrite: boolean
  isSaving: boolean
  /** Why the last save failed. */
  failure: string | undefined
  /** Opens the dialog at a kind: one in use, or one to be added. */
  onOpen: (type: PromptType) => void
  onSave: (preferences: PromptPreferences, onDone: () => void) => void
}

/** The prompts in use, and which of them asks by itself. There is room for one of each kind. */
export function PromptsPanel({ preferences, mayWrite, isSaving, failure, onOpen, onSave }: PromptsPanelProps) {
  const { t } = useTranslation('prompts')
  const [deleted, setDeleted] = useState<PromptType>()
  const types = useMemo(() => typesIn(preferences), [preferences])
  const columns = useColumns({ preferences, mayWrite, onOpen, onDelete: setDeleted })
  const free = PROMPT_TYPES.find(type => !types.includes(type))
  return (
    <Panel
      bare
      title={t('title')}
      actions={
        mayWrite &&
        free !== undefined && (
          <Button size="sm" icon={Plus} onClick={() => onOpen(free)}>
            {t('addOne')}
          </Button>
        )
      }
      footer={t('policy')}
    >
      <DataTable
        frameless
        label={t('title')}
        columns={columns}
        rows={types}
        rowId={type => type}
        empty={<p className="px-4 py-3 text-ink-2">{t('noneYet')}</p>}
      />
      {deleted !== undefined && (
        <ConfirmDialog
          onOpenChange={() => setDeleted(undefined)}
          title={t(`delete.${TAB_OF[deleted]}Title`)}
          action={t(`delete.${TAB_OF[deleted]}`)}
          loading={isSaving}
          error={failure}
          onConfirm={() => onSave(without(preferences, deleted), () => setDeleted(undefined))}
        >
          <p>{t('delete.now')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

interface ColumnsGiven extends Pick<PromptsPanelProps, 'preferences' | 'mayWrite' | 'onOpen'> {
  onDelete: (type: PromptType) => void
}

function useColumns({ preferences, mayWrite, onOpen, onDelete }: ColumnsGiven): TableColumn<PromptType>[] {
  const { t } = useTranslation(['prompts', 'common'])
  const [first, waiting] = automaticPrompts(preferences)
  const isOnly = typesIn(preferences).length === 1
  const acts: TableColumn<PromptType> = {
    id: 'acts',
    header: t('common:ui.actions'),
    hideHeader: true,
    align: 'end',
    card: 'badge',
    cell: type => (
      <>
        <IconButton icon={Pencil} label={t('editOne', { name: t(`type.${type}`) })} onClick={() => onOpen(type)} />
        {!isOnly && (
          <IconButton
            icon={Trash2}
            label={t('deleteOne', { name: t(`type.${type}`) })}
            onClick={() => onDelete(type)}
          />
        )}
      </>
    ),
  }
  return [
    {
      id: 'prompt',
      header: t('column.prompt'),
      cell: type => <NameCell icon={ICONS[type]} name={t(`type.${type}`)} sub={t(`about.${type}`)} />,
    },
    {
      id: 'visitors',
      header: t('column.visitors'),
      card: 'line',
      cell: type =>
        type === first ? (
          <Badge type="light-green">{t(`order.asks.${first}`)}</Badge>
        ) : (
          <ValueOrDash>{type === waiting ? <Badge>{t('order.waits')}</Badge> : null}</ValueOrDash>
        ),
    },
    ...(mayWrite ? [acts] : []),
  ]
}

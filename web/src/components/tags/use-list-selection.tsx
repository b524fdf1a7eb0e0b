import type { TaggedKind } from '@notifly/contracts/tags/tags'
import { Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { announce } from '../../api/signals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import type { TableSelection } from '../../ui/table/table-types.ts'
import { refreshTags, type Tagged } from './tag-calls.ts'
import { TagsDialog } from './TagsDialog.tsx'

interface ListSelection<Row extends Tagged> {
  kind: TaggedKind
  rows: readonly Row[] | undefined
  mayTag: boolean
  /** Deletes one row; absent if the reader lacks the right. */
  remove?: ((row: Row) => Promise<{ makerChecker: boolean }>) | undefined
  /** Whether a row can be deleted. */
  isRemovable?: (row: Row) => boolean
}

/** The selected rows of a list's page, to be tagged or deleted together. Undefined if the reader may do neither. */
export function useListSelection<Row extends Tagged>(list: ListSelection<Row>): TableSelection | undefined {
  const { rows = [], kind, mayTag, remove, isRemovable = () => true } = list
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  if (!mayTag && remove === undefined) return undefined
  // Rows that disappeared, or moved to another page, are no longer selected.
  const chosen = rows.filter(({ uuid }) => ids.has(uuid))
  const onDone = () => setIds(new Set())
  return {
    ids: new Set(chosen.map(({ uuid }) => uuid)),
    onChange: setIds,
    actions: () => (
      <>
        {mayTag && <TagMany kind={kind} rows={chosen} onDone={onDone} />}
        {remove !== undefined && chosen.every(isRemovable) && (
          <RemoveMany kind={kind} rows={chosen} remove={remove} onDone={onDone} />
        )}
      </>
    ),
  }
}

interface ManyProps<Row extends Tagged> {
  kind: TaggedKind
  rows: readonly Row[]
  onDone: () => void
}

function TagMany<Row extends Tagged>({ kind, rows, onDone }: ManyProps<Row>) {
  const { t } = useTranslation('tags')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Tag} onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {isOpen && <TagsDialog kind={kind} things={rows} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}

/** Deletes the rows one after the other. Rows still in use are kept, and the first error is shown. */
function RemoveMany<Row extends Tagged>({
  kind,
  rows,
  remove,
  onDone,
}: ManyProps<Row> & { remove: (row: Row) => Promise<{ makerChecker: boolean }> }) {
  const { t } = useTranslation('tags')
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const removeAll = async () => {
    setBusy(true)
    let removed = 0
    let refusal: ApiError | undefined
    for (const row of rows) {
      try {
        if (!(await remove(row)).makerChecker) removed++
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refusal ??= error
      }
    }
    await refreshTags(kind)
    setBusy(false)
    setOpen(false)
    onDone()
    if (removed > 0) announce({ tone: 'success', message: t('removed', { count: removed }) })
    if (refusal !== undefined) announce({ tone: 'danger', message: refusal })
  }
  return (
    <>
      <Button size="sm" variant="ghost" icon={Trash2} onClick={() => setOpen(true)}>
        {t('remove.action')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={() => setOpen(false)}
        title={t(`remove.${kind}`, { count: rows.length })}
        action={t('remove.action')}
        loading={isBusy}
        onConfirm={() => void removeAll()}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </>
  )
}

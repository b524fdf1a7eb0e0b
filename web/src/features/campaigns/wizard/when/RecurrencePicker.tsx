import { useTranslation } from 'react-i18next'
import { SavedPopper, type SavedPopperProps, useUnsaved } from '../../../../ui/overlays/SavedPopper.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { type ToggleCell, ToggleCells } from '../../../../ui/controls/ToggleCells.tsx'
import { monthName, weekdayName } from '../../../../components/schedules/calendar-words.ts'
import {
  type Recurrence,
  RECURRENCE_VALUES,
  type RecurrenceKind,
  toggled,
} from '../../../../components/schedules/schedule-choice.ts'
import { recurrenceLabel } from '../../../../components/schedules/schedule-words.ts'
import { useWordsView } from '../../../../components/schedules/use-words-view.ts'

const KINDS = ['interval', 'weekdays', 'monthDays', 'months'] as const
const COLUMNS: Record<RecurrenceKind, number> = { interval: 7, weekdays: 7, monthDays: 7, months: 4 }

export interface RecurrencePickerProps extends Pick<SavedPopperProps, 'trigger' | 'open' | 'onOpenChange' | 'align'> {
  value: Recurrence | null
  onSave: (recurrence: Recurrence) => void
}

/**
 * How often the campaign recurs. There are four kinds; switching between them clears the chosen cells. Save needs at
 * least one cell.
 */
export function RecurrencePicker({ value, onSave, ...popper }: RecurrencePickerProps) {
  const { t } = useTranslation('campaigns')
  const view = useWordsView()
  const { draft, setDraft, reset } = useUnsaved(value, saved => saved ?? { kind: 'weekdays' as const, values: [] })
  const isChosen = draft.values.length > 0
  return (
    <SavedPopper
      {...popper}
      label={t('when.recurrence')}
      ready={isChosen}
      reset={reset}
      onSave={() => onSave(draft)}
      note={isChosen ? recurrenceLabel(draft, view) : t('when.nothingChosen')}
      className="sm:w-134"
    >
      <div className="flex w-full min-w-0 flex-col gap-3">
        <Segmented<RecurrenceKind>
          block
          wrap
          size="sm"
          aria-label={t('when.recurrence')}
          segments={KINDS.map(kind => ({ value: kind, label: t(`when.kinds.${kind}`) }))}
          value={draft.kind}
          onChange={kind => setDraft({ kind, values: [] })}
        />
        <Cells draft={draft} onToggle={cell => setDraft(toggled(draft, cell))} />
      </div>
    </SavedPopper>
  )
}

function Cells({ draft, onToggle }: { draft: Recurrence; onToggle: (cell: number) => void }) {
  const { t, i18n } = useTranslation('campaigns')
  const { kind, values } = draft
  const locale = i18n.language
  const number = new Intl.NumberFormat(locale)
  const cells = RECURRENCE_VALUES[kind].map((cell): ToggleCell => {
    const value = String(cell)
    switch (kind) {
      case 'interval':
        return { value, label: number.format(cell), name: t('when.cell', { count: cell }) }
      case 'weekdays':
        return { value, label: weekdayName(cell, locale, 'narrow'), name: weekdayName(cell, locale) }
      case 'monthDays':
        return { value, label: number.format(cell), name: t('when.monthDay', { day: number.format(cell) }) }
      case 'months':
        return { value, label: monthName(cell, locale, 'short'), name: monthName(cell, locale) }
    }
  })
  return (
    <ToggleCells
      // A new grid for each kind, so that its focus starts afresh.
      key={kind}
      aria-label={t(`when.kinds.${kind}`)}
      cells={cells}
      columns={COLUMNS[kind]}
      value={values.map(String)}
      onToggle={cell => onToggle(Number(cell))}
    />
  )
}

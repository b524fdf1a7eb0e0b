import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTranslateSentence } from '../../../../locales/use-translate-sentence.ts'
import { cx } from '../../../../ui/cx.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { useBuilder } from '../builder.ts'

export interface SlotProps {
  /** Id of the condition. `place` is the part of it that an error names, such as `value`. */
  id: string
  place: string
  label: string
  /** No wider than its content needs. */
  narrow?: boolean
  /** Wider than the others, for longer words. */
  wide?: boolean
  children: ReactNode
}

/** One control of a condition, with a label for screen readers and its error below. */
export function Slot({ id, place, label, narrow = false, wide = false, children }: SlotProps) {
  const { t } = useTranslation('segments')
  const translateSentence = useTranslateSentence()
  const fault = useBuilder().errorAt(id)
  const isHere = fault?.place === place
  const words = fault?.said === undefined ? t('builder.missing') : translateSentence(fault.said)
  return (
    <Field
      hideLabel
      label={label}
      error={isHere && words}
      className={cx(
        'max-sm:basis-full',
        narrow ? 'w-26 grow-0 max-sm:w-auto' : 'flex-1 sm:max-w-72',
        wide ? 'basis-54' : !narrow && 'basis-38',
      )}
    >
      {children}
    </Field>
  )
}

import { Info } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** Which field the pointer is on, else which has the focus. Fields say their name by `data-info`. */
export function useFieldInfo() {
  const [hovered, setHovered] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const listeners = {
    onPointerOver: (event: PointerEvent) => setHovered(fieldAround(event.target)),
    onPointerLeave: () => setHovered(undefined),
    onFocus: (event: FocusEvent) => setFocused(fieldAround(event.target)),
  }
  return { field: hovered ?? focused, listeners }
}

function fieldAround(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-info]')?.dataset['info'] : undefined
}

export interface FieldInfoProps {
  field: string | undefined
  /** The provider, whose own words go before those that all have in common. */
  type: string
}

/** What a field means and where to find its value; without a field, what has to be at hand. */
export function FieldInfo({ field, type }: FieldInfoProps) {
  const { t } = useTranslation('channels')
  const title = field === undefined ? t('start.title') : t(`fields.${field}.label`)
  const text = field === undefined ? t(`start.${type}`) : t([`fields.${field}.${type}`, `fields.${field}.text`])
  return (
    <Panel>
      <div className="flex min-h-24 gap-2.5">
        <Icon of={Info} className="mt-0.5 text-muted" />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
      </div>
    </Panel>
  )
}

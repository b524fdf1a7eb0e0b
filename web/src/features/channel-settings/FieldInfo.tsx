import { Info } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'

const FIELDS = [
  'sender_email',
  'from_name',
  'host',
  'port_no',
  'security',
  'username',
  'password',
  'max_connections',
  'messages_per_second',
  'dkim_domain',
  'dkim_selector',
  'dkim_private_key',
] as const
export type InfoField = (typeof FIELDS)[number]

/** Which field the pointer is on, else which has the focus. Fields say their name by `data-info`. */
export function useFieldInfo() {
  const [hovered, setHovered] = useState<InfoField>()
  const [focused, setFocused] = useState<InfoField>()
  const listeners = {
    onPointerOver: (event: PointerEvent) => setHovered(fieldAround(event.target)),
    onPointerLeave: () => setHovered(undefined),
    onFocus: (event: FocusEvent) => setFocused(fieldAround(event.target)),
  }
  return { field: hovered ?? focused, listeners }
}

function fieldAround(target: EventTarget): InfoField | undefined {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-info]')?.dataset['info'] : undefined
  return FIELDS.find(field => field === name)
}

/** What a field means and where to find its value. */
export function FieldInfo({ field }: { field: InfoField | undefined }) {
  const { t } = useTranslation('channels')
  const name = field ?? 'start'
  return (
    <Panel className="md:sticky md:top-16 md:z-1">
      <div className="flex min-h-24 gap-2.5">
        <Icon of={Info} className="mt-0.5 text-muted" />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-semibold">{t(`info.${name}.title`)}</h2>
          <p className="text-ink-2">{t(`info.${name}.text`)}</p>
        </div>
      </div>
    </Panel>
  )
}

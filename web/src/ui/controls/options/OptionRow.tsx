import { Check } from 'lucide-react'
import { Icon } from '../../layout/Icon.tsx'
import type { Option } from './option.ts'

/** The content of an option in an open list. Space for the tick is always reserved, so that labels line up. */
export function OptionRow({ option, chosen }: { option: Option; chosen: boolean }) {
  return (
    <>
      {option.icon && <Icon of={option.icon} size={14} className="text-muted" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {option.help && <span className="block text-12 text-muted">{option.help}</span>}
      </span>
      {option.end !== undefined && <span className="tnum shrink-0 text-12 text-muted">{option.end}</span>}
      <span className="w-3.5 shrink-0 text-accent-ink">{chosen && <Icon of={Check} size={14} />}</span>
    </>
  )
}

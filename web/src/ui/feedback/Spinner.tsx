import { LoaderCircle } from 'lucide-react'
import { Icon } from '../layout/Icon.tsx'

/** A rotating ring inside a busy control. The control itself says in words what it waits for. */
export function Spinner({ size = 14 }: { size?: 12 | 14 | 16 | 20 }) {
  return <Icon of={LoaderCircle} size={size} className="spinning" />
}

import { GitCompareArrows } from 'lucide-react'
import { IconButton } from '../../ui/controls/IconButton.tsx'

export interface CompareButtonProps {
  label: string
  isCompared: boolean
  onCompare: (isCompared: boolean) => void
}

/** Turns the comparison with the period before on and off. */
export function CompareButton({ label, isCompared, onCompare }: CompareButtonProps) {
  return (
    <IconButton
      icon={GitCompareArrows}
      variant="plain"
      className="aria-pressed:bg-pressed"
      label={label}
      aria-pressed={isCompared}
      onClick={() => onCompare(!isCompared)}
    />
  )
}

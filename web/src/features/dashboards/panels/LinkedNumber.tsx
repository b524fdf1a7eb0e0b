import { useDisplay } from '../../../components/display/use-display.ts'
import { Link } from '../../../ui/layout/Link.tsx'

export interface LinkedNumberProps {
  value: number
  /** Undefined: nowhere. */
  href: string | undefined
  className?: string
}

/** A count in a list, and where it leads. */
export function LinkedNumber({ value, href, className }: LinkedNumberProps) {
  const { number } = useDisplay()
  if (href === undefined || value === 0) return <span className={className}>{number(value)}</span>
  return (
    <Link tone="door" href={href} className={className}>
      {number(value)}
    </Link>
  )
}

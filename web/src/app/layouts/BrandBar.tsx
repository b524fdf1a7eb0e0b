import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'

interface BrandBarProps {
  /** Where the brand leads. */
  to: string
  /** On narrow screens the brand is its sign alone. */
  isShort?: boolean
  className?: string
  /** Beside the brand. */
  children?: ReactNode
  /** At the other end of the bar. */
  end: ReactNode
}

/** The bar of pages that have no navbar. */
export function BrandBar({ to, isShort = false, className, children, end }: BrandBarProps) {
  return (
    <header className={className}>
      <SandboxWarning />
      <div className="flex h-nav items-center gap-3 px-6 max-sm:px-3">
        <BrandLink to={to} isShort={isShort} />
        {children}
        <span className="ms-auto flex items-center gap-2">{end}</span>
      </div>
    </header>
  )
}

/** The product's sign and name. */
export function BrandLink({ to, isShort }: Required<Pick<BrandBarProps, 'to' | 'isShort'>>) {
  return (
    <Link href={to} tone="plain" className="flex items-center gap-2 rounded-2 text-14 font-semibold">
      <BrandMark />
      <span className={cx('tracking-[-0.02em]', isShort && 'max-sm:sr-only')}>Notifly</span>
    </Link>
  )
}

import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { Link } from '../../ui/layout/Link.tsx'

/** The product's logo and name; on narrow screens the logo alone. */
export function BrandLink({ to }: { to: string }) {
  return (
    <Link href={to} tone="plain" className="flex items-center gap-2 rounded-2 text-14 font-semibold">
      <BrandMark />
      <span className="tracking-[-0.02em] max-sm:sr-only">Notifly</span>
    </Link>
  )
}

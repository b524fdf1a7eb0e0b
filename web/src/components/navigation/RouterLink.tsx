import { Link } from '@tanstack/react-router'
import type { AnchorProps } from '../../ui/UiProvider.tsx'
import { parseSearch } from './search-params.ts'

/**
 * How the component set draws its links: addresses of ours (see paths) become router links, which carry the locale
 * prefix and load their page on hover; everything else is a plain anchor.
 */
export function RouterLink({ href, ref, children, ...rest }: AnchorProps) {
  if (!href.startsWith('/') || rest.target === '_blank' || rest.download !== undefined) {
    return (
      <a ref={ref} href={href} rel={rest.target === '_blank' ? 'noreferrer' : undefined} {...rest}>
        {children}
      </a>
    )
  }
  const url = new URL(href, window.location.origin)
  return (
    <Link
      {...(rest as object)}
      ref={ref ?? null}
      to={url.pathname}
      search={parseSearch(url.search) as never}
      hash={url.hash.slice(1)}
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  )
}

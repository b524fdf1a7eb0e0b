import { Link } from '@tanstack/react-router'
import type { AnchorProps } from '../../ui/UiProvider.tsx'
import { parseSearch } from './search-params.ts'

/**
 * Renders the component set's links. Our own addresses (see paths) become router links, which add the locale prefix and
 * preload their page on hover. All others are plain anchors.
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

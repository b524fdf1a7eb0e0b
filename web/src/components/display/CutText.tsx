/**
 * A name that may be long, isolated in its own direction. It is truncated only if it does not fit; a tooltip then shows
 * all of it.
 */
export function CutText({ children }: { children: string }) {
  return <bdi className="inline-block max-w-full min-w-0 truncate align-bottom">{children}</bdi>
}

/** A name that may be long, isolated in its own direction: truncated only where there is no room for it, and then complete in a tooltip. */
export function CutText({ children }: { children: string }) {
  return <bdi className="inline-block max-w-full min-w-0 truncate align-bottom">{children}</bdi>
}

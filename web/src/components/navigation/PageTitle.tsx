/** The title of the browser tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Notifly`}</title>
}

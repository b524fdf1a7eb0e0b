import { cut } from './text.ts'

/** A name that may be long, in its own direction: cut after 25 characters, whole in its title. */
export function CutText({ children }: { children: string }) {
  const short = cut(children)
  return <bdi title={short === children ? undefined : children}>{short}</bdi>
}

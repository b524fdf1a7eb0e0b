import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'

const usedBy = z.object({ campaigns: z.array(z.object({ uuid: z.string(), name: z.string() })) })

export interface DeleteRefusalProps {
  error: ApiError
  /** Says how many campaigns use the object, and what to do first. */
  used: (count: number) => string
}

/** Why something was not deleted: links to the campaigns that use it, or the server's message. */
export function DeleteRefusal({ error, used }: DeleteRefusalProps) {
  const slug = useSlug()
  const found = usedBy.safeParse(error.data)
  if (!found.success) return <p>{translateSentence(error)}</p>
  const { campaigns } = found.data
  return (
    <>
      <p>{used(campaigns.length)}</p>
      <ul className="mt-1">
        {campaigns.map(({ uuid, name }) => (
          <li key={uuid}>
            <PageLink to={paths.campaigns(slug, { search: name })}>
              <bdi>{name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}

import { type Image, type ImageUses, listImageUses } from '@notifly/contracts/images/images'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

type Use = ImageUses['uses'][number]

/** What shows an image, each with the way there. */
export function ImageUsesList({ image }: { image: Image }) {
  const { t } = useTranslation('images')
  const { data, error, refetch } = useRead(listImageUses, { query: { uuid: image.uuid } })
  const isNowhere = data !== undefined && data.uses.length === 0 && data.runs === 0
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{t('uses.title')}</h3>
      {error && !data && <PartFailure error={error} title={t('uses.failed')} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton height="2.5rem" />}
      {isNowhere && <p className="text-muted">{t('uses.none')}</p>}
      {data && !isNowhere && (
        <ul className="flex flex-col gap-1.5">
          {data.uses.map(use => (
            <li key={use.kind + use.uuid} className="wrap-anywhere">
              <UseLink use={use} />
            </li>
          ))}
          {data.runs > 0 && <li className="text-muted">{t('uses.runs', { count: data.runs })}</li>}
        </ul>
      )}
    </section>
  )
}

function UseLink({ use: { kind, uuid, name, type, is_former } }: { use: Use }) {
  const { t } = useTranslation('images')
  const slug = useSlug()
  const to = {
    template: paths.template(slug, uuid),
    block: paths.templates(slug),
    campaign: paths.campaign(slug, type, uuid),
    form: paths.signUpForm(slug, uuid),
    site: paths.platform(slug, { checkWebpushConfigure: 'true' }),
    request: paths.approvals(slug),
    brand: paths.brand(slug),
  }[kind]
  const said = t(is_former ? 'uses.kinds.former' : `uses.kinds.${kind}`)
  return (
    <>
      <PageLink to={to}>{name === '' ? said : <bdi>{name}</bdi>}</PageLink>
      {name !== '' && <span className="text-12 text-muted"> · {said}</span>}
    </>
  )
}

import { Send } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Link } from '../../ui/layout/Link.tsx'

/** A person who can change the reader's role. */
export interface Helper {
  name: string
  /** Absent if the reader may not see it. */
  email?: string | undefined
}

export interface MissingRightProps {
  /** The right as an action, such as "Change templates". */
  right?: string | undefined
  /** The name of the reader's role. */
  roleName?: string | undefined
  /** Without any, the sentence refers to owners and admins. */
  helpers?: readonly Helper[] | undefined
}

/** Which right is missing and who can grant it, in two sentences. */
export function MissingRight({ right, roleName, helpers = [] }: MissingRightProps) {
  const { t } = useTranslation()
  return (
    <>
      {right !== undefined && (
        <p>
          {roleName === undefined
            ? t('forbidden.needs', { right })
            : t('forbidden.roleLacks', { right, role: roleName })}
        </p>
      )}
      <p>
        {helpers.length === 0 ? (
          t('forbidden.whoHelps')
        ) : (
          <>
            {t('forbidden.canHelp')} <Names helpers={helpers} />
          </>
        )}
      </p>
    </>
  )
}

/** A mailto link to the first helper with an address, with the right in its subject. */
export function AskForAccess({ right, helpers = [] }: MissingRightProps) {
  const { t } = useTranslation()
  const email = helpers.find(helper => helper.email !== undefined)?.email
  if (email === undefined) return null
  const subject = right === undefined ? t('forbidden.askSubject') : t('forbidden.askSubjectFor', { right })
  return (
    <ButtonLink icon={Send} href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>
      {t('forbidden.ask')}
    </ButtonLink>
  )
}

function Names({ helpers }: { helpers: readonly Helper[] }) {
  const { i18n } = useTranslation()
  const parts = new Intl.ListFormat(i18n.language).formatToParts(helpers.map((_, index) => String(index)))
  return parts.map(({ type, value }, index) => {
    const helper = type === 'element' ? helpers[Number(value)] : undefined
    if (helper === undefined) return <Fragment key={index}>{value}</Fragment>
    const name = <bdi>{helper.name}</bdi>
    if (helper.email === undefined) return <Fragment key={index}>{name}</Fragment>
    return (
      <Link key={index} href={`mailto:${helper.email}`}>
        {name}
      </Link>
    )
  })
}

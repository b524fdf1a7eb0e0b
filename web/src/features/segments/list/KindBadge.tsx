import type { Segment } from '@notifly/contracts/contacts/audience'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/layout/Badge.tsx'

/** Whether a segment follows rules or was chosen. */
export function KindBadge({ kind }: Pick<Segment, 'kind'>) {
  const { t } = useTranslation('audience')
  return <Badge type={kind === 'dynamic' ? 'light-blue' : 'secondary'}>{t(`segment.kind.${kind}`)}</Badge>
}

import {
  listOrganizations,
  type Organization,
  updateOrganization,
} from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'

/** Whether even approvers' changes wait for a second person. Acts at once; the Owner decides. */
export function TwoPeoplePanel({ organization, isOwner }: { organization: Organization; isOwner: boolean }) {
  const { t } = useTranslation('organizations')
  const { uuid, name, meta_object: settings } = organization
  const change = useWrite(updateOrganization, { refreshes: [listOrganizations], failure: 'form' })
  const turn = (twoPeople: boolean) =>
    change.mutate({ query: { uuid }, body: { name, meta_object: { two_people: twoPeople } } })
  return (
    <Panel title={t('twoPeople.title')}>
      <div className="flex flex-col gap-3">
        {change.error && change.error.status !== 403 && (
          <Alert tone="danger" live>
            {say(change.error)}
          </Alert>
        )}
        <Switch
          checked={change.isPending ? (change.variables.body.meta_object?.two_people ?? false) : settings.two_people}
          onChange={turn}
          disabled={!isOwner || change.isPending}
          label={t('twoPeople.label')}
          help={isOwner ? t('twoPeople.help') : t('twoPeople.ownerOnly')}
        />
      </div>
    </Panel>
  )
}

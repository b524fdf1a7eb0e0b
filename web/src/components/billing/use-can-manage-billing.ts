import { readInstallation } from '@notifly/contracts/operator/installation'
import { useRead } from '../../api/queries.ts'
import { runsOrganization } from '../rights/runs-organization.ts'
import { useSession } from '../session/use-session.ts'

/** Whether this installation sells plans and the reader may buy them. False while loading. */
export function useCanManageBilling(): boolean {
  const user = useSession()
  const { data } = useRead(readInstallation, {})
  return data?.billing === true && runsOrganization(user)
}

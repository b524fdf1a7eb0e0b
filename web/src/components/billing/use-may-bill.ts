import { readInstallation } from '@notifly/contracts/operator/installation'
import { useRead } from '../../api/queries.ts'
import { runsOrganization } from '../rights/runs-organization.ts'
import { useSession } from '../session/use-session.ts'

/** Whether plans are sold here, and the reader is one of those who may buy them. False while it is read. */
export function useMayBill(): boolean {
  const user = useSession()
  const { data } = useRead(readInstallation, {})
  return data?.billing === true && runsOrganization(user)
}

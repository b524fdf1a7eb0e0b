import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const OURS = ['Owner', 'Admin', 'Creator', 'Validator']

/** The four roles that every organization has are words of ours; all others have the names that the team gave them. */
export function useRoleWord(): (name: string) => string {
  const { t } = useTranslation()
  return useCallback(name => (OURS.includes(name) ? t(`role.${name.toLowerCase()}`) : name), [t])
}
